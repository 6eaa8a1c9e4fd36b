#include "structured_learning/linear/benchmarks/news_examples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/text_input.h"

namespace structlab::structured_learning {
namespace {

using Counts = std::map<std::string, int>;

struct Post {
  std::string group, name;  // the name is group/number
  Counts words;
};

Counts CountWords(std::string_view text) {
  Counts counts;
  std::string word;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      word += lower;
    } else if (!word.empty()) {
      ++counts[word];
      word.clear();
    }
  }
  return counts;
}

std::string ReadWhole(const std::string& path) {
  common::ByteInput input(path);
  std::string content, piece(size_t{1} << 16, '\0');
  while (const size_t size = input.Read(piece)) content.append(piece, 0, size);
  return content;
}

// Records of a line "#DOC <tab> group <tab> number <tab> bytes" and the post of so many bytes.
std::vector<Post> ReadPosts(const std::string& path) {
  const std::string content = ReadWhole(path);
  std::vector<Post> posts;
  for (size_t at = 0; at < content.size();) {
    const size_t end = content.find('\n', at);
    std::vector<std::string> fields(1);
    for (const char c : std::string_view(content).substr(at, end - at)) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (end == std::string::npos || fields.size() != 4) {
      common::ThrowDataError(path, "a line of four fields in front of a post", "another");
    }
    const auto size = static_cast<size_t>(common::ParseInteger(fields[3], path));
    if (size > content.size() - end - 1)
      common::ThrowDataError(path, "the rest of a post", "the end of the file");
    posts.push_back({fields[1], fields[1] + "/" + fields[2],
                     CountWords(std::string_view(content).substr(end + 1, size))});
    at = end + 1 + size + 1;
  }
  return posts;
}

// In the order of a file of names.
std::vector<Post> Ordered(std::vector<Post> posts, const std::string& order) {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < posts.size(); ++i) places[posts[i].name] = i;
  std::vector<Post> ordered;
  common::TextInput input(order);
  for (std::string_view line; input.Next(&line);) {
    const auto found = places.find(std::string(line));
    if (found == places.end())
      common::ThrowDataError(input.Where(), "the name of a post", common::Quote(line));
    ordered.push_back(std::move(posts[found->second]));
  }
  return ordered;
}

// Words as rare as in texts (frequency 1 / rank), some of which lean to one of two groups.
std::vector<Post> RandomPosts(int count, const char* stream) {
  constexpr double kWords = 60'000;
  std::vector<Post> posts;
  for (int i = 0; i < count; ++i) {
    common::RandomStream random(1, stream, static_cast<uint64_t>(i));
    const bool is_first = random.UniformIndex(2) == 0;
    Post post = {is_first ? "a" : "b", std::to_string(i), {}};
    for (int k = 0; k < 230; ++k) {
      const auto rank = static_cast<int64_t>(std::exp(random.Uniform(0, std::log(kWords))));
      const bool leans = rank > 100 && rank % 7 == 0 && random.Uniform() < 0.5;
      ++post.words[std::to_string(2 * rank + (leans && is_first ? 1 : 0))];
    }
    posts.push_back(std::move(post));
  }
  return posts;
}

std::string LineOf(const Post& post, bool is_positive, const Counts& indices, const Counts& documents,
                   double n) {
  std::vector<std::pair<int, double>> features;
  double squares = 0;
  for (const auto& [word, count] : post.words) {
    const auto index = indices.find(word);
    if (index == indices.end()) continue;
    const double value = (1 + std::log(count)) * std::log(n / documents.at(word));
    if (value == 0) continue;
    features.emplace_back(index->second, value);
    squares += value * value;
  }
  std::sort(features.begin(), features.end());
  std::string line = is_positive ? "1" : "-1";
  for (const auto& [index, value] : features) {
    char text[64];
    std::snprintf(text, sizeof text, " %d:%.5g", index, value / std::sqrt(squares));
    line += text;
  }
  return line;
}

}  // namespace

NewsExamples MakeNewsExamples() {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = std::string(data == nullptr ? "" : data) + "/20newsgroups/";
  const bool exists = data != nullptr && std::filesystem::exists(folder);
  const std::vector<Post> train =
      exists ? Ordered(ReadPosts(folder + "20news-bydate-train.txt.gz"), folder + "peers_order.txt")
             : RandomPosts(11'314, "news-train");
  const std::vector<Post> test =
      exists ? ReadPosts(folder + "20news-bydate-test.txt.gz") : RandomPosts(7'532, "news-test");
  std::set<std::string> groups;
  Counts documents, indices;
  for (const Post& post : train) {
    groups.insert(post.group);
    for (const auto& [word, count] : post.words) ++documents[word];
  }
  for (const auto& [word, count] : documents) {
    if (count >= 2) indices.emplace(word, static_cast<int>(indices.size()) + 1);
  }
  const auto lines = [&](const std::vector<Post>& posts) {
    std::vector<std::string> all;
    for (const Post& post : posts) {
      const auto place = std::distance(groups.begin(), groups.find(post.group));
      all.push_back(LineOf(post, 2 * static_cast<size_t>(place) < groups.size(), indices, documents,
                           static_cast<double>(train.size())));
    }
    return all;
  };
  return {lines(train), lines(test), !exists};
}

}  // namespace structlab::structured_learning
