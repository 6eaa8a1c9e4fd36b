// The lines of a text table.
#ifndef STRUCTLAB_KERNELS_FILES_TABLE_LINES_H_
#define STRUCTLAB_KERNELS_FILES_TABLE_LINES_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/control_characters.h"
#include "common/text_input.h"

namespace structlab::kernels {

// The lines of a file, of which the ends may also be CR alone.
class TableLines {
 public:
  explicit TableLines(const std::string& path) : path_(path), input_(path, size_t{1} << 28) {}

  bool Next(std::string_view* line) {
    if (rest_.empty()) {
      if (!input_.Next(&rest_)) return false;
      rest_ = common::WithoutLineEnd(rest_);
    } else {
      ++split_;
    }
    const size_t end = rest_.find('\r');
    *line = rest_.substr(0, end);
    rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + 1);
    return true;
  }
  int64_t line_number() const { return input_.line_number() + split_; }
  std::string Where(size_t column = 0) const {
    if (split_ == 0) return input_.Where(column);
    return fmt::format("{}:{}{}", path_, line_number(), column > 0 ? fmt::format(":{}", column) : "");
  }

 private:
  std::string path_;
  common::TextInput input_;
  std::string_view rest_;  // of the line of `input_`, behind a CR
  int64_t split_ = 0;      // the number of lines that ended in CR alone
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_TABLE_LINES_H_
