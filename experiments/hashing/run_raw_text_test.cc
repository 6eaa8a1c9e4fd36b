// Posts in files, whose groups stand in their headers alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {
namespace {

// As 20news-bydate has them; what is not compressed is read as it is.
void WritePosts(const std::string& path, int posts) {
  std::ofstream file(path);
  for (int i = 0; i < posts; ++i) {
    const std::string group = i % 2 == 0 ? "rec.autos" : "sci.med";
    const std::string text = "Newsgroups: " + group + "\n\nword" + std::to_string(i / 2 % 5) + " again\n";
    file << "#DOC\t" << group << '\t' << i << '\t' << text.size() << '\n' << text << '\n';
  }
}

std::map<std::string, double> AccuraciesByHeaders(const std::string& folder) {
  harness::Case c;
  c.dataset = "20newsgroups";
  c.method = kHlf;
  c.seed = 1;
  c.parameters = {{"train_documents", "1000"},
                  {"test_documents", "1000"},
                  {"raw_text_passes", "3"},
                  {"raw_text_bits", "12"},
                  {"raw_text_rate", "0.5"}};
  c.data = {kNewsData};
  c.resolved = {{.name = kNewsData, .path = folder}};
  harness::Recorder record(c);
  RunRawText(c, record);
  std::map<std::string, double> accuracies;
  for (const harness::RecordedValue& value : record.record().values) {
    EXPECT_EQ(value.key.metric, "accuracy");
    accuracies[value.key.setting.Text("headers")] = value.value;
  }
  return accuracies;
}

TEST(RawText, HeadersAreThereOrNot) {
  const std::string folder = std::string(testing::TempDir()) + "/posts";
  std::filesystem::create_directories(folder);
  WritePosts(folder + "/20news-bydate-train.txt.gz", 200);
  WritePosts(folder + "/20news-bydate-test.txt.gz", 100);
  const std::map<std::string, double> accuracies = AccuraciesByHeaders(folder);
  ASSERT_EQ(accuracies.size(), 2u);
  EXPECT_EQ(accuracies.at("yes"), 100);
  EXPECT_EQ(accuracies.at("no"), 50);  // the bodies of both groups are the same
}

}  // namespace
}  // namespace structlab::hashing
