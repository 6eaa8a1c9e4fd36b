// Any text is a setting that is written and read back to the same, or an Error; settings have an order; and
// any text declares settings whose own defaults are allowed, or is an Error with the file and the line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/run/settings.h"

namespace {

using namespace structlab::harness;
using structlab::common::Error;
using structlab::common::ErrorKind;

// Empty where the text is none.
Setting ParseOrEmpty(std::string_view text) {
  try {
    return Setting::Parse(text, "x");
  } catch (const Error& error) {
    STRUCTLAB_CHECK(error.kind() == ErrorKind::kData);
    return {};
  }
}

void Declare(const std::string& text) {
  try {
    const std::vector<SettingDeclaration> declarations = ParseSettings(text, "x.tsv");
    for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
      Settings settings("p", declarations, profile);
      for (const SettingDeclaration& d : declarations) settings.Change(d.name, DefaultOf(d, profile));
      STRUCTLAB_CHECK(settings.Changed().empty());
    }
  } catch (const Error& error) {
    STRUCTLAB_CHECK(error.kind() == ErrorKind::kData && error.parts().where.starts_with("x.tsv:"));
  }
}

}  // namespace

// The bytes are two settings with a line break between, or declarations.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const size_t first = std::min(text.find('\n'), size);
  const Setting a = ParseOrEmpty(text.substr(0, first)),
                b = ParseOrEmpty(first < size ? text.substr(first + 1) : "");
  STRUCTLAB_CHECK(Setting::Parse(a.Format(), "x").values() == a.values());
  STRUCTLAB_CHECK((a < b) + (b < a) + (a == b) == 1 && a == a);
  const std::string columns = "name\tkind\tpaper\tquick\tsmoke\trange\tdocumentation\n";
  Declare(text);
  Declare(columns + text);
  for (const char* kind : {"int", "numbers", "texts"}) Declare(columns + "a\t" + kind + "\t" + text);
  return 0;
}
