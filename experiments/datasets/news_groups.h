// Posts to newsgroups: the reader of `20news-bydate-train.txt` and `20news-bydate-test.txt` (Lang,
// Newsweeder, 1995; the split by date is Rennie's).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_NEWS_GROUPS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_NEWS_GROUPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {

// A post as it was sent, headers first, in Latin-1.
struct NewsPost {
  std::string group, article, text;

  bool operator==(const NewsPost&) const = default;
};

// Reads one file, plain or gzip, of records: a line "#DOC <tab> group <tab> article <tab> bytes", so many
// bytes, and a line break. Throws common::Error (data) with file and line of the record at another line, a
// group or article without a name, a number of bytes that is none, a post that ends early or holds a zero
// byte, what is no line break behind it, and at a file without posts. Memory: twice the file; a file of more
// than 2^30 bytes is refused.
std::vector<NewsPost> ReadNewsPosts(const std::string& path);

// Behind the first empty line, where the headers end; the whole text if it has none.
std::string_view WithoutHeaders(std::string_view post);

// Both files of a folder, classes by groups. Throws also for a group of the test posts that no training post
// has.
TextCollection ReadNewsGroups(const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_NEWS_GROUPS_H_
