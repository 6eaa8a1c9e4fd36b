// Descriptions of web sites with their topics, for whoever has a dump of the Open Directory: the reader of
// `content.rdf.u8`.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/text_input.h"
#include "experiments/datasets/text_collection.h"
#include "experiments/datasets/text_generator.h"

namespace structlab::datasets {

inline constexpr const char* kDmozContentFile = "content.rdf.u8";

// A page of the directory. Text is title and description, in UTF-8.
struct DmozPage {
  std::string address, topic, text;
};

// Pages one after the other. Each is, a line an element, <ExternalPage about="...">, <d:Title>,
// <d:Description>, <topic>, </ExternalPage>; other lines are read over. The five entities of XML are
// replaced. Throws common::Error (data) at file:line for a page within a page or at the end of the file, one
// without topic, and an element that does not end in its line. Memory: a page.
class DmozPages {
 public:
  explicit DmozPages(const std::string& path);

  bool Next(DmozPage& page);

 private:
  common::TextInput input_;
};

// "World/Italiano" of "Top/World/Italiano/Affari" at level 2; empty if the topic is not so deep.
std::string TopicAtLevel(std::string_view topic, int level);

// The topics at a level that any page has, in alphabetical order; one reading of the whole file.
std::vector<std::string> DmozTopicNames(const std::string& folder, int level);

// Pages deep enough, labelled by the place of their topic in `names`. Those whose address has one of the last
// 3% of hash values are the test documents: 138,146 of 4.6 million in the source, whose split is not known.
class DmozTopics : public TextStream {
 public:
  DmozTopics(const std::string& folder, int level, TextPart part, const std::vector<std::string>& names);

  bool Next(TextDocument& document) override;

 private:
  DmozPages pages_;
  int level_;
  bool is_test_;
  std::unordered_map<std::string, uint32_t> labels_;
  DmozPage page_;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_
