#include "tools/programs/hash_learn/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/byte_input.h"
#include "common/digest.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/text_input.h"
#include "structured_learning/linear/examples/line_text.h"

namespace structlab::tools {

using structured_learning::ExampleBatch;
using structured_learning::ExampleFormat;
using structured_learning::InputFormat;
using structured_learning::LinearTask;
using structured_learning::NextBatch;

namespace {

constexpr char kStandardInput[] = "-";

std::string PathOf(const std::string& data) {
  return data == kStandardInput ? common::kStandardInputPath : common::CallersPath(data);
}

// True if the first line that is not blank begins with fastText's label prefix. False for a file that cannot
// be read; its reader will report the error.
bool BeginsWithFastTextLabel(const std::string& path) {
  constexpr size_t kMaxLineBytes = size_t{1} << 26;
  try {
    common::TextInput input(path, kMaxLineBytes, common::BadLines::kSkip);
    std::string_view line;
    while (input.Next(&line)) {
      const size_t first = line.find_first_not_of(" \t\r");
      if (first != line.npos) return line.substr(first).starts_with(structured_learning::kFastTextLabel);
    }
  } catch (const common::Error&) {
  }
  return false;
}

ExampleFormat FormatOfName(const std::string& data) {
  std::filesystem::path name = data;
  if (name.extension() == ".gz") name.replace_extension();
  const std::string ending = name.extension().string();
  if (ending == ".vw") return ExampleFormat::kVw;
  if (ending == ".svm" || ending == ".svmlight" || ending == ".libsvm") return ExampleFormat::kSvmlight;
  if (ending == ".fasttext" || ending == ".ft") return ExampleFormat::kFastText;
  if (ending == ".txt") {
    const bool is_fasttext = CanBeReadAgain(data) && BeginsWithFastTextLabel(PathOf(data));
    return is_fasttext ? ExampleFormat::kFastText : ExampleFormat::kRawText;
  }
  common::ThrowUsageError("DATA", "a name that ends in .svm, .svmlight, .libsvm, .vw, .txt, .fasttext or .ft",
                          data == kStandardInput ? "standard input" : common::Quote(data), "give --format");
}

std::string DigestOf(const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text.append(label).append("\n");
  return common::Sha256OfText(text);
}

std::string LinesSkipped(int64_t count) {
  return fmt::format("{}{}", count, count == 1 ? " line skipped" : " lines skipped");
}

using Crosses = std::vector<std::pair<char, char>>;

// Notes about a text that was read without errors.
std::vector<std::string> NotesOf(const structured_learning::LabelNames& labels, int64_t blank_lines,
                                 const Crosses& unused) {
  std::vector<std::string> notes;
  if (const int64_t joined = labels.num_joined(); joined > 0) {
    const structured_learning::LabelNames::Joined& first = labels.first_joined();
    notes.push_back(fmt::format("labels are numbers in this format: {} taken for {}{}",
                                common::Quote(first.spelling), common::Quote(labels.name(first.id)),
                                joined == 1 ? "" : fmt::format(", and {} more were joined", joined - 1)));
  }
  if (blank_lines > 0) {
    notes.push_back(blank_lines == 1 ? "1 blank line passed over"
                                     : fmt::format("{} blank lines passed over", blank_lines));
  }
  for (const auto& [first, second] : unused) {
    notes.push_back(fmt::format("--cross={} crosses nothing: no example has features of both namespaces",
                                common::ShellQuoted({first, second})));
  }
  return notes;
}

}  // namespace

structured_learning::NumberLimits LimitsWithFlag(const structured_learning::LearnerOptions& options) {
  structured_learning::NumberLimits limits = structured_learning::ReaderLimitsOf(options);
  if (options.update == structured_learning::UpdateRule::kNormalized) {
    limits.how_to_allow_larger = "--update=adaptive allows larger values";
  }
  return limits;
}

bool CanBeReadAgain(const std::string& data) {
  if (PathOf(data) == common::kStandardInputPath) return false;
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(PathOf(data), ignored);
  return std::filesystem::is_regular_file(status) || !std::filesystem::exists(status);
}

void AddInputFlags(common::CommandLine& line, InputArguments& arguments) {
  line.Option("DATA", arguments.data, "a file of examples, plain or .gz (default: standard input)");
  AddReadingFlags(line, arguments);
}

void AddReadingFlags(common::CommandLine& line, InputArguments& arguments) {
  line.Option("--on-error", arguments.on_error,
              "at a line with an error, or of more than 64 MiB: stop, or skip and count it")
      .OneOf({"stop", "skip"})
      .ShowDefault();
  line.Option("--threads", arguments.threads, "2: a second thread reads; does not change the results")
      .Range(1, 2)
      .ShowDefault();
}

void AddFormatFlags(common::CommandLine& line, FormatArguments& arguments) {
  line.Option("--format", arguments.format, "format of DATA (default: by its name)")
      .TypeName(TypeOfNames(structured_learning::kExampleFormatNames));
  line.Option("--encoding", arguments.encoding,
              "encoding of text and fasttext; letters beyond Latin-1 keep their case")
      .TypeName(TypeOfNames(structured_learning::kTextEncodingNames))
      .ShowDefault();
  line.Option("--ngrams", arguments.ngrams,
              "maximum number of consecutive words in a feature of text, 1 to 8")
      .ShowDefault();
  line.Option("--term-weight", arguments.term_weight, "weight of a word in text and fasttext")
      .TypeName(TypeOfNames(structured_learning::kTermWeightNames))
      .ShowDefault();
  line.Switch("--raw-length", arguments.raw_length, "do not divide the values of a text by their norm");
  line.Option("--cross", arguments.crosses,
              "first letters of two namespaces whose features are crossed; ':' is any namespace, ' ' the one "
              "without a name; may be repeated")
      .Words(1, 1)
      .Repeatable();
  line.Switch("--no-constant", arguments.no_constant, "do not add a constant feature (1 in every example)");
  line.Switch("--signed", arguments.is_signed, "give every feature a random sign");
  line.Option("--copies", arguments.copies, "number of copies of each feature, 1 to 255").ShowDefault();
}

InputFormat InputFormatOf(const FormatArguments& arguments, const std::string& data, LinearTask task,
                          uint32_t seed) {
  namespace learning = structured_learning;
  constexpr auto kUsage = common::ErrorKind::kUsage;
  InputFormat input;
  input.format = arguments.format == "auto"
                     ? FormatOfName(data)
                     : learning::EnumOf<ExampleFormat>(learning::kExampleFormatNames, arguments.format,
                                                       "--format", kUsage);
  input.text = {.encoding = learning::EnumOf<learning::TextEncoding>(
                    learning::kTextEncodingNames, arguments.encoding, "--encoding", kUsage),
                .ngrams = arguments.ngrams,
                .weight = learning::EnumOf<learning::TermWeight>(
                    learning::kTermWeightNames, arguments.term_weight, "--term-weight", kUsage),
                .unit_length = !arguments.raw_length};
  input.parser.labels = task == LinearTask::kMultiLabel   ? learning::LabelKind::kAny
                        : task == LinearTask::kRegression ? learning::LabelKind::kNumber
                                                          : learning::LabelKind::kOne;
  input.parser.seed = seed;
  input.parser.constant = !arguments.no_constant;
  input.parser.is_signed = arguments.is_signed;
  input.parser.copies = arguments.copies;
  for (const std::string& pair : arguments.crosses) {
    if (pair.size() != 2) common::ThrowUsageError("--cross", "two characters", common::Quote(pair));
    // These characters end the name of a namespace, and a model cannot store them.
    if (pair.find_first_of("\t\n|") != std::string::npos) {
      common::ThrowUsageError("--cross", "no tab, no line break and no '|'", common::Quote(pair));
    }
    input.parser.crosses.emplace_back(pair[0], pair[1]);
  }
  return input;
}

FormatArguments FormatArgumentsOf(const InputFormat& input) {
  namespace learning = structured_learning;
  FormatArguments arguments = {
      .format = learning::EnumName(learning::kExampleFormatNames, input.format),
      .encoding = learning::EnumName(learning::kTextEncodingNames, input.text.encoding),
      .term_weight = learning::EnumName(learning::kTermWeightNames, input.text.weight),
      .ngrams = input.text.ngrams,
      .copies = input.parser.copies,
      .raw_length = !input.text.unit_length,
      .no_constant = !input.parser.constant,
      .is_signed = input.parser.is_signed,
      .crosses = {}};
  for (const auto& [first, second] : input.parser.crosses) arguments.crosses.push_back({first, second});
  return arguments;
}

ExampleSource::ExampleSource(const InputArguments& arguments, const InputFormat& input,
                             structured_learning::LabelNames* labels,
                             structured_learning::FeatureNames* names)
    : arguments_(arguments),
      input_(input),
      labels_(labels),
      names_(names),
      name_(arguments.data == kStandardInput ? "standard input" : arguments.data),
      path_(PathOf(arguments.data)),
      cache_(arguments.cache.empty() ? "" : common::CallersPath(arguments.cache)),
      can_be_read_again_(CanBeReadAgain(arguments.data)),
      first_labels_(DigestOf(labels->names())) {
  if (!can_be_read_again_ && !cache_.empty() && std::filesystem::exists(cache_)) {
    common::ThrowUsageError("--cache", "a new file for standard input or a pipe", common::Quote(cache_),
                            "remove it");
  }
}

structured_learning::Facts ExampleSource::CacheFacts() const {
  structured_learning::Facts facts = structured_learning::FactsOf(input_);
  facts["input.seed"] = std::to_string(input_.parser.seed);
  facts["data.path"] = path_;
  // The indices of labels depend on the labels of a resumed model.
  facts["labels.before"] = first_labels_;
  // Whether a line is an error depends on the task and the update rule.
  facts["labels.most"] = std::to_string(labels_->max_labels());
  const structured_learning::NumberLimits& limits = input_.parser.limits;
  facts["limits.value"] = common::FormatDouble(limits.value);
  facts["limits.growth"] = common::FormatDouble(limits.growth);
  facts["limits.doubled"] = std::to_string(limits.is_doubled ? 1 : 0);
  // A pipe has no size, and its modification time changes while it is read.
  if (!can_be_read_again_) return facts;
  std::error_code failure;
  const auto size = std::filesystem::file_size(path_, failure);
  facts["data.size"] = failure ? "unknown" : std::to_string(size);
  const auto time = std::filesystem::last_write_time(path_, failure);
  facts["data.modified"] = failure ? "unknown" : std::to_string(time.time_since_epoch().count());
  return facts;
}

// The labels of a cache must have the same indices as when it was written. Errors in lines that were skipped
// then count as errors now.
void ExampleSource::TakeEnd(const structured_learning::CacheEnd& end) {
  for (uint32_t id = 0; id < end.label_names.size(); ++id) {
    if (labels_->IdOf(end.label_names[id], SpellingOf(input_.format)) == id) continue;
    common::ThrowDataError(cache_, "the labels of the model in their order",
                           common::Quote(end.label_names[id]), "remove the cache; it is then made again");
  }
  if (end.lines_skipped > 0 && arguments_.on_error == "stop") {
    common::ThrowDataError(cache_, "examples from lines without errors",
                           LinesSkipped(end.lines_skipped).append(", the first: ").append(end.first_mistake),
                           "correct the lines, or give --on-error=skip");
  }
  lines_skipped_ = end.lines_skipped;
  first_mistake_ = end.first_mistake;
  notes_of_cache_ = end.notes;
}

// To be called before the next pass: if that is interrupted, it may have skipped fewer lines.
void ExampleSource::KeepSkipped() {
  if (reader_ == nullptr) return;
  blank_lines_ = std::max(blank_lines_, reader_->blank_lines());
  if (reader_->lines_skipped() <= lines_skipped_) return;
  lines_skipped_ = reader_->lines_skipped();
  first_mistake_ = reader_->first_mistake();
}

NextBatch ExampleSource::FromCache() {
  const auto reader = std::make_shared<structured_learning::ExampleCacheReader>(cache_, CacheFacts());
  TakeEnd(reader->end());
  return [reader, after = after_batch_](ExampleBatch& batch) {
    const bool has_more = reader->Next(batch);
    after();
    return has_more;
  };
}

NextBatch ExampleSource::FromText(structured_learning::FeatureNames* names) {
  using structured_learning::OnMistake;
  KeepSkipped();
  std::unique_ptr<structured_learning::LineParser> parser = MakeParser(input_);
  parser->CollectNames(names);
  reader_ = std::make_shared<structured_learning::ExampleReader>(
      path_, std::move(parser), labels_,
      structured_learning::ReaderOptions{.on_mistake = arguments_.on_error == "skip" ? OnMistake::kSkip
                                                                                     : OnMistake::kStop});
  std::shared_ptr<structured_learning::ExampleCacheWriter> cache;
  if (!cache_.empty()) {
    cache = std::make_shared<structured_learning::ExampleCacheWriter>(cache_, CacheFacts());
  }
  return [this, reader = reader_, cache, after = after_batch_](ExampleBatch& batch) {
    const bool has_more = reader->Next(batch);
    after();
    if (cache != nullptr && has_more) cache->Add(batch);
    if (cache != nullptr && !has_more) {
      cache->Finish({labels_->names(), reader->lines_skipped(), reader->first_mistake(), Notes()});
    }
    return has_more;
  };
}

NextBatch ExampleSource::Begin(int pass) {
  const bool from_cache = !cache_.empty() && (pass > 0 || std::filesystem::exists(cache_));
  NextBatch next = from_cache ? FromCache() : FromText(pass == 0 ? names_ : nullptr);
  return arguments_.threads > 1 ? structured_learning::ReadAhead(std::move(next)) : next;
}

std::vector<std::string> ExampleSource::Notes() const {
  if (reader_ == nullptr) return notes_of_cache_;
  const bool learns = !input_.parser.are_labels_ignored;
  std::vector<std::string> notes = NotesOf(*labels_, std::max(blank_lines_, reader_->blank_lines()),
                                           learns ? reader_->UnusedCrosses() : Crosses());
  if (input_.format == ExampleFormat::kFastText && learns) {
    // As in fastText; but a table with commas instead of blanks would have such labels, too.
    const auto& names = labels_->names();
    const auto comma =
        std::ranges::find_if(names, [](const std::string& name) { return name.find(',') != name.npos; });
    if (comma != names.end()) {
      notes.push_back(
          fmt::format("commas belong to labels, as in {}: if words follow the comma, put a blank there",
                      common::Quote(*comma)));
    }
  }
  return notes;
}

void ExampleSource::Report(std::FILE* messages) {
  KeepSkipped();
  for (const std::string& note : Notes()) fmt::print(messages, "hash_learn: {}\n", note);
  if (lines_skipped_ == 0) return;
  std::fprintf(messages, "hash_learn: %s; the first: %s\n", LinesSkipped(lines_skipped_).c_str(),
               first_mistake_.c_str());
}

}  // namespace structlab::tools
