// Any text is a record that is written and read back to the same, or an Error with the file and the line.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/run/record.h"

namespace {

using namespace structlab::harness;

void Read(const std::string& text) {
  std::vector<RecordedCase> cases;
  try {
    cases = ParseRecord(text, "record.tsv");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with("record.tsv:"));
    return;
  }
  const std::string written = FormatRecord(cases);
  STRUCTLAB_CHECK(FormatRecord(ParseRecord(written, "record.tsv")) == written);
}

}  // namespace

// As it is, below the names of the columns, and as cells of a line that is right elsewhere.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string head = FormatRecord({});
  const std::string text(reinterpret_cast<const char*>(data), size);
  Read(text);
  Read(head + text);
  const std::string rest = "\treal\tpaper\t1\t1\t1\tp\tc\td\n";
  Read(head + "a\t1\t" + text + rest);
  Read(head + "a\t1\tT\tD\tM\t\tm\t\t\t" + PackNumbers({1, 2}) + "\t" + text + rest);
  try {
    UnpackNumbers(text, "record.tsv:1");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
  }
  return 0;
}
