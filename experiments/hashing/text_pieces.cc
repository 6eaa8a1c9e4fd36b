#include "experiments/hashing/text_pieces.h"

#include <zlib.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/label_names.h"

namespace structlab::hashing {

using structured_learning::ExampleBatch;
using structured_learning::ExampleView;

namespace {

// A text without line breaks, which would end the example.
void AppendText(const std::string& text, std::string& line) {
  for (const char c : text) line += c == '\n' || c == '\r' ? ' ' : c;
}

void AppendNumber(double number, std::string& text) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 5);
  text.append(digits, end);
}

void AppendExample(const ExampleView& example, FileFormat format, std::string& text) {
  text += std::to_string(example.labels[0]);
  if (format == FileFormat::kVwText) text += " |";
  for (size_t i = 0; i < example.keys.size(); ++i) {
    text += ' ';
    text += std::to_string(example.keys[i]);
    text += ':';
    AppendNumber(example.values[i], text);
  }
  text += '\n';
}

class GzipFile {
 public:
  explicit GzipFile(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "wb6")) {
    if (file_ == nullptr) Fail();
  }
  ~GzipFile() {
    if (file_ != nullptr) gzclose(file_);
  }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;

  void Write(std::string_view text) {
    if (text.empty()) return;
    if (gzwrite(file_, text.data(), static_cast<unsigned>(text.size())) <= 0) Fail();
  }
  void Close() {
    if (gzclose(std::exchange(file_, nullptr)) != Z_OK) Fail();
  }

 private:
  [[noreturn]] void Fail() const {
    common::ThrowEnvironmentError(path_, "cannot be written", "make room in the folder for temporary files");
  }

  std::string path_;
  gzFile file_;
};

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string path = (std::filesystem::temp_directory_path() / "structlab-hashing-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) common::ThrowEnvironmentError(path, "the folder cannot be made");
  path_ = path;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

void ForEachPiece(datasets::TextStream& texts, const ScratchFolder& scratch,
                  const std::function<void(const std::string& path)>& use) {
  const std::string path = scratch.File("texts");
  datasets::TextDocument document;
  for (bool more = true; more;) {
    std::string lines;
    int documents = 0;
    while (documents < kPieceDocuments && (more = texts.Next(document))) {
      lines += std::to_string(document.label);
      lines += '\t';
      AppendText(document.text, lines);
      lines += '\n';
      ++documents;
    }
    if (documents == 0) return;
    common::WriteFileAtomically(path, lines, common::Durability::kNothing);
    use(path);
  }
}

std::unique_ptr<structured_learning::LineParser> TextParser(TextValues values, uint32_t hash_seed,
                                                            structured_learning::TextEncoding encoding) {
  structured_learning::TextOptions text = {.encoding = encoding};
  if (values == TextValues::kCounts) {
    text.weight = structured_learning::TermWeight::kCount;
    text.unit_length = false;
  }
  return structured_learning::MakeRawTextParser({.seed = hash_seed, .constant = false}, text);
}

void ReadPiece(const std::string& path, std::unique_ptr<structured_learning::LineParser> parser,
               uint32_t classes, ExampleBatch& batch) {
  structured_learning::LabelNames labels;
  for (uint32_t label = 0; label < classes; ++label) labels.IdOf(std::to_string(label));
  structured_learning::ExampleReader reader(path, std::move(parser), &labels,
                                            {.longest_line = size_t{1} << 28});
  reader.ReadRest(batch);
}

FileSizes WriteExamples(ExampleBatch& batch, FileFormat format, const std::string& path) {
  GzipFile file(path);
  FileSizes sizes;
  std::string text;
  for (size_t i = 0; i < batch.size(); ++i) {
    AppendExample(batch[i], format, text);
    if (text.size() < size_t{1} << 18 && i + 1 < batch.size()) continue;
    file.Write(text);
    sizes.plain += static_cast<double>(text.size());
    text.clear();
  }
  file.Close();
  sizes.compressed = static_cast<double>(std::filesystem::file_size(path));
  return sizes;
}

}  // namespace structlab::hashing
