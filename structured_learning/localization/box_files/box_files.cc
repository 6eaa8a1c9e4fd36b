#include "structured_learning/localization/box_files/box_files.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "common/byte_input.h"
#include "structured_learning/localization/box_files/box_table.h"
#include "structured_learning/localization/box_files/coco_file.h"
#include "structured_learning/localization/box_files/voc_files.h"

namespace structlab::structured_learning {
namespace {

// The first character that is no blank, or 0.
char FirstCharacter(const std::string& path) {
  common::ByteInput input(path);
  std::vector<char> buffer(4096);
  while (const size_t size = input.Read(buffer)) {
    for (size_t k = 0; k < size; ++k) {
      const char c = buffer[k];
      const bool is_skipped =
          c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\xef' || c == '\xbb' || c == '\xbf';
      if (!is_skipped) return c;
    }
  }
  return '\0';
}

}  // namespace

BoxList ReadBoxFile(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) return ReadVocFolder(path);
  // A pipe can be read only once: it is a table.
  if (!std::filesystem::is_regular_file(path, failure)) return ReadBoxTable(path);
  switch (FirstCharacter(path)) {
    case '{':
    case '[':
      return ReadCocoFile(path);
    case '<':
      return ReadVocFile(path);
    default:
      return ReadBoxTable(path);
  }
}

}  // namespace structlab::structured_learning
