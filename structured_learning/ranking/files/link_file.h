// Files of links between samples.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_LINK_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_LINK_FILE_H_

#include <string>
#include <vector>

#include "structured_learning/ranking/files/ranking_file.h"
#include "structured_learning/ranking/links/sample_links.h"

namespace structlab::structured_learning {

// Links between the samples of a file, by their numbers in it, and what was left out or decided while they
// were read: a sentence each.
struct LinkFile {
  SampleLinks links;
  std::vector<std::string> notes = {};
};

// Reads a text file, plain or gzip, of which each line has the two samples of a link, and maybe its weight
// (>= 0):
//   a17, b3, 0.5
// Samples are named by their ids if `samples` has ids, otherwise by their numbers from 1, in the order of the
// file. Cells are separated by comma, semicolon, tab or blanks. Blank lines and lines that begin with # are
// skipped, and so is a first line of names, with a note, if none of its cells is a sample or a number. A link
// that occurs again, in any direction, with the same weight is read once, with a note on their number.
//
//     const LinkFile file = ReadLinkFile("links.csv", samples);
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line for another number of
// cells, a sample that does not exist or has an id that several have, a link of a sample to itself, a weight
// that is not a finite number >= 0, and a link that occurs again with another weight. A file without links
// has none. O(links log links). Stop points.
LinkFile ReadLinkFile(const std::string& path, const RankingFile& samples);

// Links between all samples with the same group. Throws common::Error as LinksWithinGroups; the message names
// the group. The samples have groups.
SampleLinks LinksOfGroups(const RankingFile& samples);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_LINK_FILE_H_
