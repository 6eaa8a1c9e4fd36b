#include "experiments/datasets/dmoz_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/utf8.h"
#include "experiments/datasets/text_collection.h"
#include "kernels/hashing/murmur_hash.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLongestLine = size_t{1} << 20;
constexpr uint32_t kTestPerMille = 30;
// Seeds of the hashes of addresses: which part they are in, and which of it are chosen.
constexpr uint32_t kPartSeed = 0, kChoiceSeed = 1;

std::string WithoutEntities(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string plain;
  while (!text.empty()) {
    bool is_entity = false;
    for (const auto& [name, character] : kEntities) {
      if (!text.starts_with(name)) continue;
      plain += character;
      text.remove_prefix(name.size());
      is_entity = true;
      break;
    }
    if (is_entity) continue;
    plain += text.front();
    text.remove_prefix(1);
  }
  return plain;
}

// What stands between <name> and </name>; none in another line.
std::optional<std::string> ElementIn(std::string_view line, const std::string& name,
                                     const common::TextInput& input) {
  const std::string open = "<" + name + ">", close = "</" + name + ">";
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos || !line.substr(begin).starts_with(open)) return std::nullopt;
  const std::string_view rest = line.substr(begin + open.size());
  const size_t end = rest.rfind(close);
  if (end == rest.npos)
    common::ThrowDataError(input.Where(), close + " in the same line", common::Quote(line));
  return WithoutEntities(rest.substr(0, end));
}

bool IsTestPage(const std::string& address) {
  return kernels::MurmurHash3(address, kPartSeed) % 1000 >= 1000 - kTestPerMille;
}

uint32_t ChoiceHash(const std::string& address) { return kernels::MurmurHash3(address, kChoiceSeed); }

// Finds the last of at most so many least hashes.
class LeastHashes {
 public:
  explicit LeastHashes(int64_t most) : most_(std::max<int64_t>(1, most)) {}

  void Add(uint32_t hash) {
    least_.push(hash);
    if (least_.size() <= most_) return;
    least_.pop();
    has_more_ = true;
  }
  // All where there are not more.
  uint32_t Last() const { return has_more_ ? least_.top() : std::numeric_limits<uint32_t>::max(); }

 private:
  size_t most_;
  bool has_more_ = false;
  std::priority_queue<uint32_t> least_;
};

void AppendText(const std::string& text, const common::TextInput& input, DmozPage& page) {
  if (const size_t at = common::FindInvalidUtf8(text); at != text.npos) {
    common::ThrowDataError(input.Where(), "titles and descriptions in UTF-8",
                           common::Quote(std::string_view(text).substr(at, 1)),
                           "convert the file, e.g. by iconv -c -f utf-8 -t utf-8, which drops such bytes");
  }
  if (page.text.size() + 1 + text.size() > kLongestDmozText) {
    common::ThrowDataError(
        input.Where(),
        fmt::format("titles and descriptions of a page of together at most {} bytes", kLongestDmozText),
        "more");
  }
  if (!page.text.empty()) page.text += ' ';
  page.text += text;
}

}  // namespace

DmozPages::DmozPages(const std::string& path) : input_(path, kLongestLine) {}

bool DmozPages::Next(DmozPage& page) {
  static constexpr std::string_view kOpen = "<ExternalPage about=\"";
  std::string_view line;
  const auto begins_page = [&] { return line.find("<ExternalPage ") != line.npos; };
  do {
    if (!input_.Next(&line)) return false;
  } while (!begins_page());
  const size_t address = line.find(kOpen);
  const size_t end = line.rfind("\">");
  if (address == line.npos || end == line.npos || end < address + kOpen.size()) {
    common::ThrowDataError(input_.Where(), "<ExternalPage about=\"...\">", common::Quote(line));
  }
  page.address = WithoutEntities(line.substr(address + kOpen.size(), end - address - kOpen.size()));
  page.topic.clear();
  page.text.clear();
  while (true) {
    if (!input_.Next(&line)) {
      common::ThrowDataError(input_.Where(), "</ExternalPage>", "the end of the file");
    }
    if (begins_page()) common::ThrowDataError(input_.Where(), "</ExternalPage>", common::Quote(line));
    if (line.find("</ExternalPage>") != line.npos) break;
    for (const char* name : {"d:Title", "d:Description"}) {
      if (const auto text = ElementIn(line, name, input_)) AppendText(*text, input_, page);
    }
    if (auto topic = ElementIn(line, "topic", input_)) page.topic = std::move(*topic);
  }
  if (page.topic.empty()) common::ThrowDataError(input_.Where(), "a page with a topic", "one without");
  return true;
}

std::string TopicAtLevel(std::string_view topic, int level) {
  if (topic.starts_with("Top/")) topic.remove_prefix(4);
  size_t end = 0;
  for (int i = 0; i < level; ++i) {
    if (i > 0 && end == topic.size()) return "";
    end = std::min(topic.find('/', end + (i > 0 ? 1 : 0)), topic.size());
  }
  return std::string(topic.substr(0, end));
}

DmozSelection SelectDmozPages(const std::string& folder, int level, int64_t max_train, int64_t max_test) {
  DmozPages pages(PlainOrGzip(folder + "/" + kDmozContentFile));
  std::set<std::string> names;
  size_t bytes = 0;
  LeastHashes train(max_train), test(max_test);
  for (DmozPage page; pages.Next(page);) {
    std::string name = TopicAtLevel(page.topic, level);
    if (name.empty()) continue;
    (IsTestPage(page.address) ? test : train).Add(ChoiceHash(page.address));
    const size_t length = name.size();
    if (names.insert(std::move(name)).second) bytes += length;
    if (bytes > kMostDmozNames) {
      common::ThrowDataError(
          pages.Where(), fmt::format("names of topics of together at most {} bytes", kMostDmozNames), "more");
    }
  }
  return {level, {names.begin(), names.end()}, train.Last(), test.Last()};
}

DmozTopics::DmozTopics(const std::string& folder, TextPart part, const DmozSelection& selection)
    : pages_(PlainOrGzip(folder + "/" + kDmozContentFile)),
      level_(selection.level),
      is_test_(part == TextPart::kTest),
      last_(is_test_ ? selection.last_test : selection.last_train) {
  const std::vector<std::string>& names = selection.names;
  for (size_t i = 0; i < names.size(); ++i) labels_.emplace(names[i], static_cast<uint32_t>(i));
}

bool DmozTopics::Next(TextDocument& document) {
  while (pages_.Next(page_)) {
    if (IsTestPage(page_.address) != is_test_ || ChoiceHash(page_.address) > last_) continue;
    const auto label = labels_.find(TopicAtLevel(page_.topic, level_));
    if (label == labels_.end()) continue;
    document.label = label->second;
    document.text = page_.text;
    return true;
  }
  return false;
}

}  // namespace structlab::datasets
