// Errors that the user can correct. The message is one line: what is wrong, where, and what to do.
#ifndef STRUCTLAB_COMMON_ERROR_H_
#define STRUCTLAB_COMMON_ERROR_H_

#include <exception>
#include <string>
#include <string_view>

namespace structlab::common {

// Decides a program's exit status: 2 for wrong usage, 3 for damaged data or a broken environment.
enum class ErrorKind { kUsage, kData, kEnvironment };

// The parts of the message. Empty parts are left out.
struct ErrorParts {
  std::string where = {};     // file, file:line, file:line:column, or the argument
  std::string what = {};      // what is wrong
  std::string expected = {};  // what would be right
  std::string found = {};     // what was found instead
  std::string remedy = {};    // what the user can do
};

// Thrown for every invalid input. Our own bugs stop the program at STRUCTLAB_CHECK instead.
//
//   throw Error(ErrorKind::kData, {.where = "letter.data:7:3", .what = "no such letter",
//                                  .expected = "a to z", .found = "'?'"});
//
// has the message: letter.data:7:3: no such letter: expected a to z, found '?'.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, ErrorParts parts);

  ErrorKind kind() const { return kind_; }
  const ErrorParts& parts() const { return parts_; }
  int exit_status() const { return kind_ == ErrorKind::kUsage ? 2 : 3; }
  // The message: one line, even if the parts contain line breaks.
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorKind kind_;
  ErrorParts parts_;
  std::string message_;
};

// Short forms of `throw Error(...)` for the usual cases.
[[noreturn]] void ThrowUsageError(std::string where, std::string expected, std::string found,
                                  std::string remedy = "");
[[noreturn]] void ThrowDataError(std::string where, std::string expected, std::string found,
                                 std::string remedy = "");
[[noreturn]] void ThrowEnvironmentError(std::string where, std::string what, std::string remedy = "");

// Quotes a text from a file or the command line for a message: its first 60 characters in quotation marks.
std::string Quote(std::string_view text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_ERROR_H_
