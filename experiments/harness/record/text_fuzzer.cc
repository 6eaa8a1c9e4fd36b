// Any text is a record, or the declarations of settings, or an Error with its place: a record is written and
// read back to the same, and declared defaults are allowed.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/digest.h"
#include "common/fuzz_file.h"
#include "common/packed_numbers.h"
#include "experiments/harness/record/record_tables.h"
#include "experiments/harness/run/items.h"
#include "experiments/harness/run/model.h"

namespace {

using namespace structlab::harness;
using structlab::common::PackNumbers;
using structlab::common::ReadUnlessDamaged;

// The files with a head for these values.
void ReadRecord(RecordFiles files, const std::string& case_lines, const std::string& values) {
  files[kCasesFile] =
      "# structlab record 2\n# sha256 of values.tsv: " + structlab::common::Sha256OfText(values) + "\n" +
      case_lines;
  files[kValuesFile] = values;
  if (const auto cases = ReadUnlessDamaged("r/", [&] { return ParseRecord(files, "r"); })) {
    const RecordFiles written = FormatRecord(*cases);
    STRUCTLAB_CHECK(FormatRecord(ParseRecord(written, "r")) == written);
  }
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

// A case with a picture, and its files.
RecordFiles Example() {
  FinishedCase c = {.c = {.name = "a", .seed = 1}};
  c.record.pictures = {{{"T", "D", "M", {}, "p"}, {.width = 2, .height = 1, .values = {7, 255}}}};
  return FormatRecord({c});
}

}  // namespace

// Reads the text as it is, below the names of the columns, and as cells of a line that is right elsewhere.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static const RecordFiles example = Example();
  static const std::string case_lines = [] {
    const std::string& all = example.at(kCasesFile);
    return all.substr(all.find("\ncase\t") + 1);
  }();
  const std::string &values = example.at(kValuesFile), key = "a\t1\tT\tD\tM\t\tm\t\t";
  const std::string case_columns = case_lines.substr(0, case_lines.find('\n') + 1);
  ReadRecord(example, text, values);
  ReadRecord(example, case_columns + text, values);
  ReadRecord(example, case_columns + "a\t1\t" + text + "\n", values);
  ReadRecord(example, case_lines, text);
  for (const std::string& start : {std::string(), key, key + "curve\t", key + "items\t"}) {
    ReadRecord(example, case_lines, values + start + text + "\n");
  }
  const std::string two = PackNumbers({1, 2});
  ReadRecord(example, case_lines, values + key + "curve\t" + two + "\t" + text + "\n");
  ReadRecord(example, case_lines, values + key + "items\t" + text + "\t" + two + "\n");
  ReadRecord({{"a-p.png", text}}, case_lines, values);

  ReadUnlessDamaged("x", [&] { return structlab::common::UnpackNumbers(text, "x"); });
  if (const auto items = ReadUnlessDamaged("x", [&] { return ParseItems(text, 3, "x"); })) {
    STRUCTLAB_CHECK(ParseItems(FormatItems(*items), 3, "x") == *items);
  }

  const std::string columns = "name\tkind\tpaper\tquick\tsmoke\trange\tdocumentation\n";
  Declare(text);
  for (const char* start : {"", "a\tint\t", "a\tnumbers\t", "a\ttexts\t"}) Declare(columns + start + text);
  return 0;
}
