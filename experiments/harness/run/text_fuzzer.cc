// Any text is a record or the declarations of settings, or an Error with its place: a record is written and
// read back to the same, and declared defaults are allowed.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/packed_numbers.h"
#include "experiments/harness/run/model.h"
#include "experiments/harness/run/record.h"

namespace {

using namespace structlab::harness;
using structlab::common::ReadUnlessDamaged;

void ReadRecord(const std::string& text) {
  const auto cases = ReadUnlessDamaged("r.tsv:", [&] { return ParseRecord(text, "r.tsv"); });
  if (!cases) return;
  const std::string written = FormatRecord(*cases);
  STRUCTLAB_CHECK(FormatRecord(ParseRecord(written, "r.tsv")) == written);
}

void Declare(const std::string& text) {
  const auto declarations = ReadUnlessDamaged("x.tsv:", [&] { return ParseSettings(text, "x.tsv"); });
  if (!declarations) return;
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
    Settings settings("p", *declarations, profile);
    for (const SettingDeclaration& d : *declarations) settings.Change(d.name, DefaultOf(d, profile));
    STRUCTLAB_CHECK(settings.Changed().empty());
  }
}

}  // namespace

// Reads the text as it is, below the names of the columns, and as cells of a line that is right elsewhere.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static const std::string head = FormatRecord({}), rest = "\treal\tpaper\t1\t1\t1\tp\tc\td\n",
                           curve = "a\t1\tT\tD\tM\t\tm\t\t\t" + structlab::common::PackNumbers({1, 2}) + "\t";
  for (const std::string& tsv :
       {text, head + text, head + "a\t1\t" + text + rest, head + curve + text + rest}) {
    ReadRecord(tsv);
  }
  ReadUnlessDamaged("x", [&] { return structlab::common::UnpackNumbers(text, "x"); });

  const std::string columns = "name\tkind\tpaper\tquick\tsmoke\trange\tdocumentation\n";
  Declare(text);
  for (const char* start : {"", "a\tint\t", "a\tnumbers\t", "a\ttexts\t"}) Declare(columns + start + text);
  return 0;
}
