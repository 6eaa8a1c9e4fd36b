#include "experiments/datasets/catalogue.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

// Whether the path stays in its folder and cannot be written shorter.
bool IsPathBelow(const std::string& name) {
  const std::filesystem::path path(name);
  return path.is_relative() && path.lexically_normal() == path && !name.starts_with("..") &&
         !name.ends_with("/");
}

TEST(Catalogue, SaysEverythingThatAUserNeeds) {
  for (const Dataset& dataset : Catalogue()) {
    SCOPED_TRACE(dataset.name);
    for (const std::string* text : {&dataset.name, &dataset.title, &dataset.licence, &dataset.citation,
                                    &dataset.stand_in, &dataset.by_hand}) {
      EXPECT_FALSE(text->empty());
      EXPECT_EQ(text->find('\n'), text->npos);
    }
    EXPECT_FALSE(dataset.files.empty());
    EXPECT_FALSE(dataset.counts.empty());
    EXPECT_FALSE(dataset.uses.empty());
    // Volumes, photographs and points of photographs have readers beyond this library.
    const bool is_of_images = std::ranges::any_of(dataset.files, [](const DatasetFile& file) {
      return file.name.ends_with(".nii.gz") || file.name.ends_with(".jpg") || file.name.ends_with(".clst");
    });
    EXPECT_EQ(dataset.examine == nullptr, is_of_images);
    EXPECT_TRUE(IsPathBelow(dataset.subfolder())) << dataset.subfolder();
    for (const DatasetUse& use : dataset.uses) EXPECT_NE(use.origin, harness::DataOrigin::kStandIn);
    for (const DatasetFile& file : dataset.files) {
      SCOPED_TRACE(file.name);
      EXPECT_TRUE(IsPathBelow(file.name)) << file.name;
      EXPECT_TRUE(file.address.empty() || file.address.starts_with("http")) << file.address;
      EXPECT_EQ(file.sha256.size(), 64U);
      EXPECT_EQ(file.sha256.find_first_not_of("0123456789abcdef"), file.sha256.npos);
      EXPECT_GT(file.bytes, 0);
    }
  }
}

// The table of the page, which is typed by nobody.
std::string TableOf(std::span<const Dataset> catalogue) {
  std::string table = "| name | what it is | it must show | stand-in |\n|---|---|---|---|\n";
  for (const Dataset& dataset : catalogue) {
    std::string counts;
    for (const DatasetCount& count : dataset.counts) {
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count.count, count.what);
    }
    table += fmt::format("| `{}` | {} | {} | {} |\n", dataset.name, dataset.title, counts, dataset.stand_in);
  }
  return table;
}

TEST(Catalogue, IsTheTableOfThePage) {
  const std::string page = common::ReadFile("experiments/datasets/README.md");
  const size_t begin = page.find("| name | what it is");
  ASSERT_NE(begin, page.npos);
  const std::string found = page.substr(begin, page.find("\n\n", begin) + 1 - begin);
  EXPECT_EQ(found, TableOf(Catalogue())) << "put this table into experiments/datasets/README.md";
}

TEST(Catalogue, IsOrderedByNamesThatDiffer) {
  std::vector<std::string> names;
  for (const Dataset& dataset : Catalogue()) names.push_back(dataset.name);
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Catalogue, FindsByName) {
  for (const Dataset& dataset : Catalogue()) EXPECT_EQ(&FindDataset(Catalogue(), dataset.name), &dataset);
}

TEST(Catalogue, ListsTheKnownNamesNearestFirst) {
  const common::Error error = ErrorOf([] { FindDataset(Catalogue(), "uspx"); });
  EXPECT_EQ(error.exit_status(), 2);
  EXPECT_TRUE(error.parts().expected.starts_with("one of usps, ")) << error.what();
  const std::string others = " and " + std::to_string(Catalogue().size() - 5) + " more";
  EXPECT_TRUE(error.parts().expected.ends_with(others)) << error.what();
  EXPECT_EQ(error.parts().found, "'uspx'");
}

}  // namespace
}  // namespace structlab::datasets
