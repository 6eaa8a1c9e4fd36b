// Reads the examples of hash_learn from text or a cache, in the format that the flags select.
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

#include "common/command_line.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/input_format.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/read_ahead.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::tools {

// The source of the examples. Their format is in FormatArguments.
struct InputArguments {
  std::string data = "-";
  std::string on_error = "stop";
  int threads = 2;
  std::string cache;  // path of the cache; empty: no cache
};

// Adds --on-error and --threads.
void AddReadingFlags(common::CommandLine& line, InputArguments& arguments);
// Adds DATA, --on-error and --threads.
void AddInputFlags(common::CommandLine& line, InputArguments& arguments);

// The format of the examples, as the flags name it.
struct FormatArguments {
  std::string format = "auto", encoding = "utf-8", term_weight = "log-count";
  int ngrams = 1, copies = 1;
  bool raw_length = false, no_constant = false, is_signed = false;
  std::vector<std::string> crosses;
};

// The names as type of a flag in --help: "svmlight|vw|text".
template <size_t kSize>
std::string TypeOfNames(const structured_learning::EnumNames<kSize>& names) {
  std::string type;
  for (const std::string_view name : names) type.append(type.empty() ? "" : "|").append(name);
  return type;
}

void AddFormatFlags(common::CommandLine& line, FormatArguments& arguments);
// Throws common::Error(kUsage) for an unknown name, and if the format is neither given nor known from the
// name of the data.
structured_learning::InputFormat InputFormatOf(const FormatArguments& arguments, const std::string& data,
                                               structured_learning::LinearTask task, uint32_t seed);
FormatArguments FormatArgumentsOf(const structured_learning::InputFormat& input);

// ReaderLimitsOf, with a hint at the flag that allows larger values.
structured_learning::NumberLimits LimitsWithFlag(const structured_learning::LearnerOptions& options);

// True if DATA can be read a second time: it is a file, not a pipe. Also true if it is missing; its reader
// reports that.
bool CanBeReadAgain(const std::string& data);

// Reads one file in several passes.
class ExampleSource {
 public:
  // `labels` holds the labels known so far; it must outlive this object. `names`, if not null, collects the
  // names of features. Throws common::Error(kUsage) if DATA is a pipe and the cache already exists.
  ExampleSource(const InputArguments& arguments, const structured_learning::InputFormat& input,
                structured_learning::LabelNames* labels, structured_learning::FeatureNames* names);

  // The batches of a pass (from 0); one pass at a time. The first pass writes the cache if it does not exist.
  structured_learning::NextBatch Begin(int pass);

  // "train.vw", or "standard input".
  const std::string& name() const { return name_; }
  // Sets a function that the reading thread calls after each batch.
  void AfterEachBatch(std::function<void()> call) { after_batch_ = std::move(call); }
  // Prints notes on the text (read now, or when the cache was written) to `messages`: skipped lines, the
  // number of blank lines, joined labels, and crosses that match no namespaces.
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
  std::string first_labels_;  // digest of the labels that were known before the first pass
  std::shared_ptr<structured_learning::ExampleReader> reader_;
  std::function<void()> after_batch_ = [] {};
  int64_t blank_lines_ = 0;    // in the last pass over the text
  int64_t lines_skipped_ = 0;  // in an earlier pass, or when the cache was written
  std::string first_mistake_;
  std::vector<std::string> notes_of_cache_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_INPUT_H_
