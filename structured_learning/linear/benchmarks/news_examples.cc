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
  std::string group, name;  // the name has the form group/number
  std::string text;
};

struct Posts {
  std::vector<Post> train, test;
  bool is_stand_in;
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

// Reads records: a line "#DOC <tab> group <tab> number <tab> bytes", followed by the post of this many bytes.
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
    posts.push_back({fields[1], fields[1] + "/" + fields[2], content.substr(end + 1, size)});
    at = end + 1 + size + 1;
  }
  return posts;
}

// Sorts posts in the order of a file of names.
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

// Random posts. Words are as rare as in texts (frequency 1 / rank); some of them are typical of one half of
// the twenty groups, and some of one group.
std::vector<Post> RandomPosts(int count, const char* stream) {
  constexpr double kWords = 60'000;
  constexpr uint64_t kGroups = 20;
  std::vector<Post> posts;
  for (int i = 0; i < count; ++i) {
    common::RandomStream random(1, stream, static_cast<uint64_t>(i));
    const auto group = static_cast<int64_t>(random.UniformIndex(kGroups));
    const std::string name(1, static_cast<char>('a' + group));
    Post post = {name, name + "/" + std::to_string(i), "Subject: " + name + "\n\n"};
    for (int k = 0; k < 230; ++k) {
      const auto rank = static_cast<int64_t>(std::exp(random.Uniform(0, std::log(kWords))));
      const bool leans = rank > 100 && rank % 7 == 0 && random.Uniform() < 0.5;
      const int64_t side = rank % 14 == 0 ? group + 1 : group < 10 ? 1 : 0;
      post.text.append(std::to_string(100 * rank + (leans ? side : 0))).append(k % 10 == 9 ? "\n" : " ");
    }
    posts.push_back(std::move(post));
  }
  return posts;
}

Posts ReadOrMakePosts() {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = std::string(data == nullptr ? "" : data) + "/20newsgroups/";
  if (data == nullptr || !std::filesystem::exists(folder)) {
    return {RandomPosts(11'314, "news-train"), RandomPosts(7'532, "news-test"), true};
  }
  return {Ordered(ReadPosts(folder + "20news-bydate-train.txt.gz"), folder + "peers_order.txt"),
          ReadPosts(folder + "20news-bydate-test.txt.gz"), false};
}

// The number of posts with a word, and the index of words that occur in at least two.
struct Vocabulary {
  Counts documents, indices;
  double posts;
};

Vocabulary VocabularyOf(const std::vector<Counts>& posts) {
  Vocabulary vocabulary = {.documents = {}, .indices = {}, .posts = static_cast<double>(posts.size())};
  for (const Counts& words : posts) {
    for (const auto& [word, count] : words) ++vocabulary.documents[word];
  }
  for (const auto& [word, count] : vocabulary.documents) {
    if (count >= 2) vocabulary.indices.emplace(word, static_cast<int>(vocabulary.indices.size()) + 1);
  }
  return vocabulary;
}

std::string LineOf(const std::string& label, const Counts& words, const Vocabulary& vocabulary) {
  std::vector<std::pair<int, double>> features;
  double squares = 0;
  for (const auto& [word, count] : words) {
    const auto index = vocabulary.indices.find(word);
    if (index == vocabulary.indices.end()) continue;
    const double value = (1 + std::log(count)) * std::log(vocabulary.posts / vocabulary.documents.at(word));
    if (value == 0) continue;
    features.emplace_back(index->second, value);
    squares += value * value;
  }
  std::sort(features.begin(), features.end());
  std::string line = label;
  for (const auto& [index, value] : features) {
    char text[64];
    std::snprintf(text, sizeof text, " %d:%.5g", index, value / std::sqrt(squares));
    line += text;
  }
  return line;
}

// The label of each group that occurs in the training posts.
std::map<std::string, std::string> LabelsOf(const std::vector<Post>& posts, NewsLabels kind) {
  std::set<std::string> groups;
  for (const Post& post : posts) groups.insert(post.group);
  std::map<std::string, std::string> labels;
  for (const std::string& group : groups) {
    const size_t place = labels.size();
    labels[group] = kind == NewsLabels::kGroups ? std::to_string(place + 1)
                    : 2 * place < groups.size() ? "1"
                                                : "-1";
  }
  return labels;
}

std::string TextLineOf(const Post& post, NewsHeaders headers) {
  std::string text = post.text;
  std::erase(text, '\r');
  if (headers == NewsHeaders::kOut) {
    const size_t empty = text.find("\n\n");
    text.erase(0, empty == std::string::npos ? text.size() : empty);
  }
  for (char& c : text) {
    if (c == '\n' || c == '\t' || c == '\0') c = ' ';
  }
  return std::string(post.group).append("\t").append(text);
}

}  // namespace

NewsExamples MakeNewsExamples(NewsLabels labels) {
  const Posts posts = ReadOrMakePosts();
  const std::map<std::string, std::string> label_of = LabelsOf(posts.train, labels);
  const auto count = [](const std::vector<Post>& some) {
    std::vector<Counts> words;
    for (const Post& post : some) words.push_back(CountWords(post.text));
    return words;
  };
  const std::vector<Counts> train = count(posts.train), test = count(posts.test);
  const Vocabulary vocabulary = VocabularyOf(train);
  const auto lines = [&](const std::vector<Post>& some, const std::vector<Counts>& words) {
    std::vector<std::string> all;
    for (size_t i = 0; i < some.size(); ++i) {
      const auto label = label_of.find(some[i].group);
      if (label == label_of.end()) {
        common::ThrowDataError("20newsgroups", "test posts of groups that training has", some[i].group);
      }
      all.push_back(LineOf(label->second, words[i], vocabulary));
    }
    return all;
  };
  return {lines(posts.train, train), lines(posts.test, test), posts.is_stand_in};
}

NewsExamples MakeNewsTexts(NewsHeaders headers) {
  const Posts posts = ReadOrMakePosts();
  NewsExamples examples = {.train = {}, .test = {}, .is_stand_in = posts.is_stand_in};
  for (const Post& post : posts.train) examples.train.push_back(TextLineOf(post, headers));
  for (const Post& post : posts.test) examples.test.push_back(TextLineOf(post, headers));
  return examples;
}

}  // namespace structlab::structured_learning
