// Writes texts to files piece by piece. So measured methods read and write files like a user's, but no disk
// must hold a whole collection at once.
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

// A temporary folder, which is deleted with the object.
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

// Number of documents in a piece.
inline constexpr int kPieceDocuments = 2048;

// Calls `use` again and again with the path of a file with the next documents: lines with the label, a tab
// and the text, where line breaks become blanks. The file is replaced for each piece.
void ForEachPiece(TextStream& texts, const ScratchFolder& scratch,
                  const std::function<void(const std::string& path)>& use);

// How features are made from a text: values are the numbers of occurrences of words, to be weighted later; or
// 1 + log of them, divided by their norm. The keys are hashes of 32 bits.
enum class TextValues { kCounts, kUnitLength };
std::unique_ptr<LineParser> TextParser(TextValues values, uint32_t hash_seed,
                                       TextEncoding encoding = TextEncoding::kLatin1);

// Replaces the batch by all examples of a file. The labels are numbers below `classes` and do not change. If
// time is measured, pass the batch of the previous piece: new memory costs more than reading, and how much
// more depends on its size.
void ReadPiece(const std::string& path, std::unique_ptr<LineParser> parser, uint32_t classes,
               ExampleBatch& batch);

// The formats in which examples are passed on, with five digits for each value.
enum class FileFormat { kSvmlight, kVwText };
// Plain lines, or a gzip file with the default level 6.
enum class Packing { kPlain, kGzip };
// Replaces the file by the examples, one in each line; returns its size in bytes. Throws common::Error
// (environment) if it cannot be written.
double WriteExamples(const ExampleBatch& batch, FileFormat format, Packing packing, const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_PIECES_H_
