#include "experiments/datasets/reuters_r8.h"

#include <algorithm>
#include <string_view>

#include "common/error.h"
#include "common/text_input.h"
#include "experiments/datasets/field_cursor.h"

namespace structlab::datasets {

const std::vector<std::string>& ReutersClasses() {
  static const std::vector<std::string> classes = {"acq",      "crude",    "earn", "grain",
                                                   "interest", "money-fx", "ship", "trade"};
  return classes;
}

std::vector<TextDocument> ReadReutersDocuments(const std::string& path) {
  const std::string words_expected = "a tab and words";
  common::TextInput input(path);
  std::vector<TextDocument> documents;
  for (std::string_view line; input.Next(&line);) {
    FieldCursor cursor(input, line);
    const std::string_view name = cursor.Field('\t');
    const auto found = std::ranges::find(ReutersClasses(), name);
    if (found == ReutersClasses().end()) cursor.Refuse("one of the eight classes, acq to trade");
    if (cursor.rest().find_first_not_of(' ') == std::string_view::npos) {
      cursor.RefuseHere(words_expected, '\t');
    }
    documents.push_back(
        {static_cast<uint32_t>(found - ReutersClasses().begin()), std::string(cursor.rest())});
  }
  if (documents.empty()) common::ThrowDataError(path, "at least one document", "an empty file");
  return documents;
}

TextCollection ReadReutersR8(const std::string& folder) {
  return {.classes = ReutersClasses(),
          .train = ReadReutersDocuments(folder + "/r8-train.txt.gz"),
          .test = ReadReutersDocuments(folder + "/r8-test.txt.gz")};
}

}  // namespace structlab::datasets
