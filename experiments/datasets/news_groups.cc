#include "experiments/datasets/news_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLargestFile = size_t{1} << 30;
constexpr const char kRecord[] = "a line of #DOC, group, article and number of bytes, with tabs between them";

std::string ReadContent(const std::string& path) {
  common::ByteInput input(path);
  std::string content, piece(size_t{1} << 16, '\0');
  while (const size_t size = input.Read(piece)) {
    content.append(piece, 0, size);
    if (content.size() > kLargestFile) common::ThrowDataError(path, "at most 2^30 bytes", "more");
  }
  return content;
}

// The records of a file, from the first to the last.
class Records {
 public:
  Records(const std::string& path, std::string_view content) : path_(path), rest_(content) {}

  bool at_end() const { return rest_.empty(); }

  NewsPost Next() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    if (line.size() == rest_.size()) Refuse(kRecord, line);
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (fields.size() != 4 || fields[0] != "#DOC" || fields[1].empty() || fields[2].empty()) {
      Refuse(kRecord, line);
    }
    const int64_t size = common::ParseInteger(fields[3], Where());
    if (size < 0 || static_cast<uint64_t>(size) > rest_.size() - line.size() - 1) {
      Refuse(std::to_string(size).append(" bytes of a post"), rest_.substr(line.size() + 1).substr(0, 60));
    }
    const std::string_view text = rest_.substr(line.size() + 1, size);
    if (text.find('\0') != text.npos) Refuse("a post without zero bytes", line);
    const std::string_view after = rest_.substr(line.size() + 1 + text.size());
    if (!after.starts_with('\n')) Refuse("a line break behind the post", after.substr(0, 60));
    line_number_ += 2 + std::ranges::count(text, '\n');
    rest_ = after.substr(1);
    return {std::move(fields[1]), std::move(fields[2]), std::string(text)};
  }

 private:
  std::string Where() const { return fmt::format("{}:{}", path_, line_number_); }
  [[noreturn]] void Refuse(const std::string& expected, std::string_view found) const {
    common::ThrowDataError(Where(), expected, common::Quote(found));
  }

  const std::string& path_;
  std::string_view rest_;
  int64_t line_number_ = 1;  // of the record that comes next
};

}  // namespace

std::vector<NewsPost> ReadNewsPosts(const std::string& path) {
  const std::string content = ReadContent(path);
  std::vector<NewsPost> posts;
  for (Records records(path, content); !records.at_end();) posts.push_back(records.Next());
  if (posts.empty()) common::ThrowDataError(path, "at least one post", "an empty file");
  return posts;
}

std::string_view WithoutHeaders(std::string_view post) {
  if (post.starts_with('\n')) return post.substr(1);  // the first line is empty: there are no headers
  const size_t end = post.find("\n\n");
  return end == post.npos ? post : post.substr(end + 2);
}

TextCollection ReadNewsGroups(const std::string& folder) {
  const std::string test_path = folder + "/20news-bydate-test.txt.gz";
  std::vector<NewsPost> train = ReadNewsPosts(folder + "/20news-bydate-train.txt.gz");
  std::vector<NewsPost> test = ReadNewsPosts(test_path);
  std::map<std::string, uint32_t> numbers;
  for (const NewsPost& post : train) numbers.emplace(post.group, 0);
  TextCollection collection;
  for (auto& [group, number] : numbers) {
    number = static_cast<uint32_t>(collection.classes.size());
    collection.classes.push_back(group);
  }
  for (NewsPost& post : train) collection.train.push_back({numbers.at(post.group), std::move(post.text)});
  for (NewsPost& post : test) {
    const auto found = numbers.find(post.group);
    if (found == numbers.end()) {
      common::ThrowDataError(test_path, "groups of the training posts", common::Quote(post.group));
    }
    collection.test.push_back({found->second, std::move(post.text)});
  }
  return collection;
}

}  // namespace structlab::datasets
