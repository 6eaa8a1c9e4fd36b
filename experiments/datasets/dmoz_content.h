// Descriptions of web sites with their topics, for whoever has a dump of the Open Directory: the reader of
// `content.rdf.u8`.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_

#include <cstddef>
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

inline constexpr size_t kLongestDmozText = size_t{1} << 20;

// A page of the directory. Text is title and description, in UTF-8; at most kLongestDmozText bytes.
struct DmozPage {
  std::string address, topic, text;
};

// Pages one after the other. Each is, a line an element, <ExternalPage about="...">, <d:Title>,
// <d:Description>, <topic>, </ExternalPage>; other lines are read over. The five entities of XML are
// replaced. Throws common::Error (data) at file:line for a page within a page or at the end of the file, one
// without topic, an element that does not end in its line, a text that is too long and one that is no UTF-8.
// Memory: a page.
class DmozPages {
 public:
  explicit DmozPages(const std::string& path);

  bool Next(DmozPage& page);
  // "file:line" of the end of the last page.
  std::string Where() const { return input_.Where(); }

 private:
  common::TextInput input_;
};

// "World/Italiano" of "Top/World/Italiano/Affari" at level 2; empty if the topic is not so deep.
std::string TopicAtLevel(std::string_view topic, int level);

// Which pages are read: those deep enough for a level whose addresses have a hash up to the last one of their
// part.
struct DmozSelection {
  int level;
  std::vector<std::string> names;  // of the topics at this level that any page has, in alphabetical order
  uint32_t last_train, last_test;
};

// The most bytes of all names together.
inline constexpr size_t kMostDmozNames = size_t{1} << 24;

// So that at most so many pages are read of each part, but for pages with the same hash as the last one. A
// dump is written topic by topic: the first pages of it are those of few topics, the ones of least hash a
// random choice of all, the same at each reading. One reading of the whole file; 4 bytes for each chosen
// page. Throws common::Error (data) at file:line where the names become too many.
DmozSelection SelectDmozPages(const std::string& folder, int level, int64_t max_train, int64_t max_test);

// The pages of a selection in the order of the file, labelled by the place of their topic in its names. Those
// whose address has one of the last 3% of the values of another hash are the test documents: 138,146 of 4.6
// million in the source, whose split is not known.
class DmozTopics : public TextStream {
 public:
  DmozTopics(const std::string& folder, TextPart part, const DmozSelection& selection);

  bool Next(TextDocument& document) override;

 private:
  DmozPages pages_;
  int level_;
  bool is_test_;
  uint32_t last_;
  std::unordered_map<std::string, uint32_t> labels_;
  DmozPage page_;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_DMOZ_CONTENT_H_
