// Walks over the fields of one line of a text file and says where a wrong one stands.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FIELD_CURSOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FIELD_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/text_input.h"

namespace structlab::datasets {

// A position in the line that `input` read last. The line must outlive the cursor. Every failure is
// thrown as common::Error (data) with file, line and column of the field it is about.
class FieldCursor {
 public:
  FieldCursor(const common::TextInput& input, std::string_view line) : input_(input), line_(line) {}

  bool at_end() const { return position_ == line_.size(); }
  // Characters not yet consumed.
  std::string_view rest() const { return line_.substr(position_); }

  // Consumes `count` characters, which must be there.
  void Skip(size_t count) { position_ += count; }

  // Consumes up to the next `separator`, which is consumed too but not returned, or up to the end.
  std::string_view Field(char separator);

  // Throws: the last field consumed (by Field) is not what was expected.
  [[noreturn]] void Refuse(const std::string& expected) const;
  // Throws: what stands at the cursor, up to the next separator, is not what was expected.
  [[noreturn]] void RefuseHere(const std::string& expected, char separator);

  // Throws unless the whole line is consumed; `expected` names what the line should have held.
  void ExpectEnd(const std::string& expected);

 private:
  const common::TextInput& input_;
  std::string_view line_;
  size_t position_ = 0;
  size_t field_begin_ = 0;
  size_t field_end_ = 0;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FIELD_CURSOR_H_
