#include "experiments/old_experiment/testing/main_run.h"

#include <filesystem>

namespace structlab::harness {

int RunMain(const Experiment& experiment, const std::string& out, const std::vector<std::string>& arguments) {
  std::filesystem::remove_all(out);
  const std::string no_data = out + ".no_data";
  std::filesystem::create_directories(no_data);
  std::vector<std::string> words = {experiment.name, "--out=" + out, "--data-dir=" + no_data};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return Main(experiment, static_cast<int>(argv.size()), argv.data());
}

int RunSmoke(const Experiment& experiment, const std::string& out,
             const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"--profile=smoke"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return RunMain(experiment, out, all);
}

}  // namespace structlab::harness
