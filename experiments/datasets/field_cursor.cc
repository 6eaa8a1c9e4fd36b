#include "experiments/datasets/field_cursor.h"

#include <algorithm>

#include "common/error.h"

namespace structlab::datasets {

std::string_view FieldCursor::Field(char separator) {
  field_begin_ = position_;
  field_end_ = std::min(line_.find(separator, position_), line_.size());
  position_ = std::min(field_end_ + 1, line_.size());
  return line_.substr(field_begin_, field_end_ - field_begin_);
}

void FieldCursor::Refuse(const std::string& expected) const {
  common::ThrowDataError(input_.Where(field_begin_ + 1), expected,
                         common::Quote(line_.substr(field_begin_, field_end_ - field_begin_)));
}

void FieldCursor::RefuseHere(const std::string& expected, char separator) {
  Field(separator);
  Refuse(expected);
}

void FieldCursor::ExpectEnd(const std::string& expected) {
  if (at_end()) return;
  common::ThrowDataError(input_.Where(position_ + 1), expected, common::Quote(rest()));
}

}  // namespace structlab::datasets
