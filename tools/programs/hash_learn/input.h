// The examples that hash_learn reads: which file, in which format, from text or cache, by how many threads.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_INPUT_H_

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/input_format.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/read_ahead.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/streaming_learner.h"

namespace CLI {
class App;
}

namespace structlab::tools {

// Where examples come from; what they look like stands in InputFormat.
struct InputArguments {
  std::string data = "-";
  std::string on_error = "stop";
  int threads = 2;
  std::string cache;  // empty: none
};

// --on-error and --threads.
void AddReadingFlags(CLI::App& app, InputArguments& arguments);
// DATA and these.
void AddInputFlags(CLI::App& app, InputArguments& arguments);

// Formats by name, as flags set them.
struct FormatArguments {
  std::string format = "auto", encoding = "utf-8", term_weight = "log-count";
  int ngrams = 1, copies = 1;
  bool raw_length = false, no_constant = false, is_signed = false;
  std::vector<std::string> crosses;
};

// The names as the type of a flag in --help: "svmlight|vw|text".
template <size_t kSize>
std::string TypeOfNames(const structured_learning::EnumNames<kSize>& names) {
  std::string type;
  for (const std::string_view name : names) type.append(type.empty() ? "" : "|").append(name);
  return type;
}

void AddFormatFlags(CLI::App& app, FormatArguments& arguments);
// Throws common::Error (kUsage) for names that are none, and if the name of the data does not tell the
// format.
structured_learning::InputFormat InputFormatOf(const FormatArguments& arguments, const std::string& data,
                                               structured_learning::LinearTask task, uint32_t seed);
FormatArguments FormatArgumentsOf(const structured_learning::InputFormat& input);

// ReaderLimitsOf, with the flag that allows larger values.
structured_learning::NumberLimits LimitsWithFlag(const structured_learning::LearnerOptions& options);

// Whether a second pass over DATA reads the same again: it is a file, not a pipe. True if it is not there at
// all, which its reader will say.
bool CanBeReadAgain(const std::string& data);

// The passes over one file.
class ExampleSource {
 public:
  // `labels` are those known so far, and must live longer; `names`, if it is not null, collects the names of
  // features. Throws common::Error (kUsage) for a cache of a pipe that is there already.
  ExampleSource(const InputArguments& arguments, const structured_learning::InputFormat& input,
                structured_learning::LabelNames* labels, structured_learning::FeatureNames* names);

  // The batches of a pass, from 0; one pass at a time. The first one writes the cache where there is none.
  structured_learning::NextBatch Begin(int pass);

  // "train.vw", or "standard input".
  const std::string& name() const { return name_; }
  // Called after each batch from now on, by the thread that reads.
  void AfterEachBatch(std::function<void()> call) { after_batch_ = std::move(call); }
  // Says on `messages`, of the text that was read now or when the cache was made: what was skipped, how many
  // lines were blank, which labels were joined, and which crosses match no namespaces.
  void Report(std::FILE* messages);

 private:
  structured_learning::NextBatch FromText(structured_learning::FeatureNames* names);
  structured_learning::NextBatch FromCache();
  std::vector<std::string> Notes() const;
  void TakeEnd(const structured_learning::CacheEnd& end);
  structured_learning::Facts CacheFacts() const;
  void KeepSkipped();

  InputArguments arguments_;
  structured_learning::InputFormat input_;
  structured_learning::LabelNames* labels_;
  structured_learning::FeatureNames* names_;
  std::string name_, path_, cache_;
  bool can_be_read_again_;
  std::string first_labels_;  // a digest of the labels that were known before the first pass
  std::shared_ptr<structured_learning::ExampleReader> reader_;
  std::function<void()> after_batch_ = [] {};
  int64_t blank_lines_ = 0;    // in the last pass over the text
  int64_t lines_skipped_ = 0;  // in an earlier pass, or by the reader that made the cache
  std::string first_mistake_;
  std::vector<std::string> notes_of_cache_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_INPUT_H_
