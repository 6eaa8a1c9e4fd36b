// Texts in files, piece by piece: what is measured reads and writes files as any user's, and no disk must
// hold all of a collection at once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_PIECES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_PIECES_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/line_parser.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::structured_learning {

// A folder of a temporary name, gone with the object.
class ScratchFolder {
 public:
  // Throws common::Error (environment) if it cannot be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// So many documents make a piece.
inline constexpr int kPieceDocuments = 2048;

// Calls `use` with the path of a file of the next documents, again and again: lines of the label, a tab and
// the text, line breaks as blanks. The file is replaced for each piece.
void ForEachPiece(TextStream& texts, const ScratchFolder& scratch,
                  const std::function<void(const std::string& path)>& use);

// How features are made of a text: with the numbers of occurrences of words as values, to be weighed later,
// or with 1 + log of them, divided by their norm. The keys are hashes of 32 bits.
enum class TextValues { kCounts, kUnitLength };
std::unique_ptr<LineParser> TextParser(TextValues values, uint32_t hash_seed,
                                       TextEncoding encoding = TextEncoding::kLatin1);

// Replaces the batch by all examples of a file; the labels are numbers below `classes`, which stay what they
// are. Where time is measured the batch should be the one of the piece before: new memory costs more than
// reading does, and how much more depends on its size.
void ReadPiece(const std::string& path, std::unique_ptr<LineParser> parser, uint32_t classes,
               ExampleBatch& batch);

// The formats that examples are handed over in, with five digits of each value.
enum class FileFormat { kSvmlight, kVwText };
// As plain lines or as a gzip file of its usual level, 6.
enum class Packing { kPlain, kGzip };
// Replaces the file by the examples, one a line; returns its size in bytes. Throws common::Error
// (environment) if it cannot be written.
double WriteExamples(const ExampleBatch& batch, FileFormat format, Packing packing, const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_PIECES_H_
