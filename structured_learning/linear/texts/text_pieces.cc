#include "structured_learning/linear/texts/text_pieces.h"

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

namespace structlab::structured_learning {

namespace {

// A text without line breaks, since these would end the example.
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

// zlib can also write plain files.
class OutputFile {
 public:
  OutputFile(const std::string& path, Packing packing)
      : path_(path), file_(gzopen(path.c_str(), packing == Packing::kGzip ? "wb6" : "wbT")) {
    if (file_ == nullptr) Fail();
  }
  ~OutputFile() {
    if (file_ != nullptr) gzclose(file_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

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
  std::string path = (std::filesystem::temp_directory_path() / "structlab-texts-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) common::ThrowEnvironmentError(path, "the folder cannot be made");
  path_ = path;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

void ForEachPiece(TextStream& texts, const ScratchFolder& scratch,
                  const std::function<void(const std::string& path)>& use) {
  const std::string path = scratch.File("texts");
  TextDocument document;
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

std::unique_ptr<LineParser> TextParser(TextValues values, uint32_t hash_seed, TextEncoding encoding) {
  TextOptions text = {.encoding = encoding};
  if (values == TextValues::kCounts) {
    text.weight = TermWeight::kCount;
    text.unit_length = false;
  }
  return MakeRawTextParser({.seed = hash_seed, .constant = false}, text);
}

void ReadPiece(const std::string& path, std::unique_ptr<LineParser> parser, uint32_t classes,
               ExampleBatch& batch) {
  LabelNames labels;
  for (uint32_t label = 0; label < classes; ++label) labels.IdOf(std::to_string(label));
  ExampleReader reader(path, std::move(parser), &labels, {.max_line_bytes = size_t{1} << 28});
  reader.ReadRest(batch);
}

double WriteExamples(const ExampleBatch& batch, FileFormat format, Packing packing, const std::string& path) {
  OutputFile file(path, packing);
  std::string text;
  for (size_t i = 0; i < batch.size(); ++i) {
    AppendExample(batch[i], format, text);
    if (text.size() < size_t{1} << 18 && i + 1 < batch.size()) continue;
    file.Write(text);
    text.clear();
  }
  file.Close();
  return static_cast<double>(std::filesystem::file_size(path));
}

}  // namespace structlab::structured_learning
