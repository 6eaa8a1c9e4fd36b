// SuppliedSource of resolve.h.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/digest.h"
#include "common/error.h"
#include "experiments/datasets/resolve.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

// A set of two files whose check refuses the text "wrong" in the second one.
harness::DatasetSource TinySource() {
  return SuppliedSource({.name = "own",
                         .files = {"first", "second"},
                         .origin = harness::DataOrigin::kSubstitute,
                         .note = "a user's files",
                         .stand_in = "random words",
                         .check = [](const std::string& folder) {
                           const std::string found = common::Sha256OfUncompressed(folder + "/second");
                           if (found != common::Sha256OfText("wrong")) return;
                           common::ThrowDataError(folder, "the set", "another one");
                         }});
}

TEST(SuppliedSource, AnswersAStandInWhereTheFolderIsAbsent) {
  const harness::DatasetSource source = TinySource();
  EXPECT_EQ(source.name, "own");
  for (const std::string& data : {EmptyFolder("data"), std::string("/absent")}) {
    const harness::Dataset found = source.resolve(data);
    EXPECT_EQ(found.name, "own");
    EXPECT_EQ(found.origin, harness::DataOrigin::kStandIn);
    EXPECT_EQ(found.path, "");
    EXPECT_EQ(found.note, "random words");
    EXPECT_EQ(found.supply, harness::Supply::kByHand);
    ASSERT_EQ(found.checksums.size(), 1U);
    EXPECT_EQ(found.checksums[0].name, "generator");
    EXPECT_EQ(found.checksums[0].value, "seed 7");
  }
}

TEST(SuppliedSource, TakesCompleteFoldersThatPassTheCheck) {
  const std::string data = EmptyFolder("data"), folder = data + "/own";
  const auto refused = [&] { return ErrorOf([&] { TinySource().resolve(data); }); };
  std::filesystem::create_symlink("nowhere", folder);
  EXPECT_EQ(refused().parts().where, folder + "/first");
  std::filesystem::remove(folder);
  std::filesystem::create_directory(folder);
  EXPECT_EQ(refused().parts().where, folder + "/first");
  std::ofstream(folder + "/first.gz", std::ios::binary) << Gzip("text");
  EXPECT_EQ(refused().parts().where, folder + "/second");
  std::ofstream(folder + "/second") << "wrong";
  EXPECT_EQ(refused().kind(), common::ErrorKind::kData);
  EXPECT_EQ(refused().parts().found, "another one");

  std::ofstream(folder + "/second") << "right";
  const harness::Dataset found = TinySource().resolve(data);
  EXPECT_EQ(found.origin, harness::DataOrigin::kSubstitute);
  EXPECT_EQ(found.path, folder);
  EXPECT_EQ(found.note, "a user's files");
  EXPECT_EQ(found.supply, harness::Supply::kByHand);
  ASSERT_EQ(found.checksums.size(), 2U);
  EXPECT_EQ(found.checksums[0].name, "first");
  EXPECT_EQ(found.checksums[0].value, common::Sha256OfText("text"));
  EXPECT_EQ(found.checksums[1].value, common::Sha256OfText("right"));
  std::ofstream(folder + "/first") << "text";
  EXPECT_EQ(refused().parts().found, "both");
}

TEST(SuppliedSource, TakesAnyContentsWithoutACheck) {
  const std::string data = EmptyFolder("data");
  std::filesystem::create_directory(data + "/own");
  std::ofstream(data + "/own/file") << "";
  const harness::DatasetSource source = SuppliedSource(
      {.name = "own", .files = {"file"}, .origin = harness::DataOrigin::kReal, .note = "", .stand_in = ""});
  EXPECT_EQ(source.resolve(data).origin, harness::DataOrigin::kReal);
}

}  // namespace
}  // namespace structlab::datasets
