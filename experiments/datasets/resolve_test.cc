#include "experiments/datasets/resolve.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/digest.h"
#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr const char kPackage[] = "some_package";

// A catalogue entry for two tiny files in the format of the letters.
Dataset TinyDataset() {
  const std::string sha256 = common::Sha256OfText(FormatOcrLetters(TinyOcrLetters()));
  return {
      .name = "tiny",
      .files = {{.name = "first.gz", .sha256 = sha256}, {.name = "second", .sha256 = sha256}},
      .uses = {{kPackage, harness::DataOrigin::kSubstitute}, {"other_package", harness::DataOrigin::kReal}},
      .examine = [](const std::string& folder) {
        ReadOcrLetters(folder + "/first.gz");
        ReadOcrLetters(folder + "/second");
      }};
}

class Resolve : public testing::Test {
 protected:
  void SetUp() override {
    data_ = EmptyFolder("data");
    folder_ = data_ + "/tiny";
    std::filesystem::create_directory(folder_);
    text_ = FormatOcrLetters(TinyOcrLetters());
    Write("first.gz", Gzip(text_));
    Write("second", text_);
  }

  void Write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ + "/" + name, std::ios::binary | std::ios::trunc) << content;
  }
  bool ReadsAsIfWhole() const {
    try {
      return ReadOcrLetters(folder_ + "/first.gz") == TinyOcrLetters();
    } catch (const common::Error&) {
      return false;
    }
  }
  // The error there must be, about that file, with a remedy that works.
  common::Error Refused(const std::string& name) {
    const common::Error error = ErrorOf([&] { ResolveDataset(dataset_, kPackage, data_); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.exit_status(), 3);
    EXPECT_TRUE(error.parts().where.starts_with(folder_ + "/" + name)) << error.what();
    EXPECT_NE(error.parts().remedy.find("tools/fetch_data --data-dir=" + data_ + " tiny"), std::string::npos);
    EXPECT_FALSE(error.parts().expected.empty() && error.parts().what.empty()) << error.what();
    return error;
  }

  const Dataset dataset_ = TinyDataset();
  std::string data_, folder_, text_;
};

TEST_F(Resolve, GivesVerifiedFilesWithTheOriginForThePackage) {
  const harness::Dataset found = ResolveDataset(dataset_, kPackage, data_);
  EXPECT_EQ(found.name, "tiny");
  EXPECT_EQ(found.origin, harness::DataOrigin::kSubstitute);
  EXPECT_EQ(found.path, folder_);
  ASSERT_EQ(found.checksums.size(), 2U);
  EXPECT_EQ(found.checksums[0].name, "first.gz");
  EXPECT_EQ(found.checksums[0].value, common::Sha256OfText(text_));
  EXPECT_EQ(ResolveDataset(dataset_, "other_package", data_).origin, harness::DataOrigin::kReal);
}

// As those of medical-registration are.
TEST_F(Resolve, LooksInAFolderBelowAnother) {
  Dataset nested = dataset_;
  nested.folder = "group/small";
  std::filesystem::create_directories(data_ + "/group");
  std::filesystem::rename(folder_, data_ + "/group/small");
  const harness::Dataset found = ResolveDataset(nested, kPackage, data_);
  EXPECT_EQ(found.name, "tiny");
  EXPECT_EQ(found.path, data_ + "/group/small");
  std::filesystem::remove(found.path + "/second");
  const common::Error error = ErrorOf([&] { ResolveDataset(nested, kPackage, data_); });
  EXPECT_EQ(error.parts().where, data_ + "/group/small/second");
  EXPECT_NE(error.parts().remedy.find("tools/fetch_data --data-dir=" + data_ + " tiny"), std::string::npos)
      << error.parts().remedy;
}

TEST_F(Resolve, TakesAnyCompressionOfTheSameContent) {
  Write("first.gz", text_);
  Write("second", Gzip(text_));
  EXPECT_EQ(ResolveDataset(dataset_, kPackage, data_).path, folder_);
}

TEST_F(Resolve, AnswersAStandInWhereTheFolderIsAbsent) {
  std::filesystem::remove_all(folder_);
  for (const std::string& data : {data_, data_ + "/absent"}) {
    const harness::Dataset found = ResolveDataset(dataset_, kPackage, data);
    EXPECT_EQ(found.origin, harness::DataOrigin::kStandIn);
    EXPECT_EQ(found.path, "");
    ASSERT_EQ(found.checksums.size(), 1U);
    EXPECT_EQ(found.checksums[0].name, "generator");
  }
}

TEST_F(Resolve, RefusesAMissingFile) {
  std::filesystem::remove(folder_ + "/second");
  EXPECT_EQ(Refused("second").parts().found, "nothing of that name");
}

TEST_F(Resolve, RefusesAnEmptyFolder) {
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directory(folder_);
  Refused("first.gz");
}

TEST_F(Resolve, RefusesWhatIsNoFolder) {
  std::filesystem::remove_all(folder_);
  std::ofstream(folder_) << "text";
  Refused("first.gz");
}

TEST_F(Resolve, RefusesALinkThatLeadsNowhere) {
  std::filesystem::remove_all(folder_);
  std::filesystem::create_symlink("nowhere", folder_);
  Refused("first.gz");
}

TEST_F(Resolve, RefusesAFolderInPlaceOfAFile) {
  std::filesystem::remove(folder_ + "/second");
  std::filesystem::create_directory(folder_ + "/second");
  EXPECT_EQ(Refused("second").parts().found, "something else");
}

TEST_F(Resolve, RefusesATruncatedGzip) {
  const std::string compressed = Gzip(text_);
  for (size_t keep = 0; keep < compressed.size(); ++keep) {
    SCOPED_TRACE(keep);
    Write("first.gz", compressed.substr(0, keep));
    Refused("first.gz");
  }
}

TEST_F(Resolve, RefusesFlippedBits) {
  const std::string compressed = Gzip(text_);
  constexpr size_t kHeader = 10;
  // In front of the last 8 bytes, up to 7 bits fill up a byte: the content does not depend on those. Some
  // bits of the header (time, system) are like them.
  int harmless = 0;
  for (size_t bit = 8 * kHeader; bit < 8 * compressed.size(); ++bit) {
    SCOPED_TRACE(bit);
    std::string damaged = compressed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    Write("first.gz", damaged);
    if (bit / 8 == compressed.size() - 9 && ReadsAsIfWhole()) {
      ++harmless;
    } else {
      Refused("first.gz");
    }
  }
  EXPECT_LE(harmless, 7);
}

TEST_F(Resolve, SaysLineAndColumnOfAWrongFormat) {
  std::string damaged = text_;
  damaged[damaged.find("\t1\t") + 3] = '!';
  Write("second", damaged);
  const common::Error error = Refused("second:1:");
  EXPECT_FALSE(error.parts().expected.empty());
  EXPECT_FALSE(error.parts().found.empty());
  EXPECT_TRUE(error.parts().remedy.starts_with("its sha256 is not the catalogue's: get it again ("))
      << error.what();
}

TEST_F(Resolve, ShowsADamagedByteThatIsNoText) {
  std::string damaged = text_;
  damaged[damaged.find("\t1\t") + 3] = '\x9f';
  Write("second", damaged);
  EXPECT_NE(std::string(Refused("second:1:").what()).find("found '\\x9f"), std::string::npos);
}

TEST_F(Resolve, SaysBothChecksumsOfAnotherFileInTheSameFormat) {
  std::string other = text_;
  other[other.find("\tc\t") + 1] = 'd';
  Write("second", other);
  const common::Error error = Refused("second");
  EXPECT_EQ(error.parts().where, folder_ + "/second");
  EXPECT_NE(error.parts().expected.find(common::Sha256OfText(text_)), std::string::npos);
  EXPECT_NE(error.parts().found.find(common::Sha256OfText(other)), std::string::npos);
}

TEST_F(Resolve, RefusesAPackageThatIsNotInTheCatalogue) {
  const common::Error error = ErrorOf([&] { ResolveDataset(dataset_, "sme_package", data_); });
  EXPECT_EQ(error.exit_status(), 2);
  EXPECT_NE(error.parts().expected.find(kPackage), std::string::npos);
}

TEST_F(Resolve, RefusesADataFolderThatIsAFile) {
  EXPECT_EQ(ErrorOf([&] { ResolveDataset(dataset_, kPackage, folder_ + "/second"); }).exit_status(), 2);
}

TEST(SourceOf, ResolvesADataSetOfTheCatalogue) {
  const harness::DatasetSource source = SourceOf("ocr-letters", "regularization_path");
  EXPECT_EQ(source.name, "ocr-letters");
  EXPECT_EQ(source.resolve("/absent").origin, harness::DataOrigin::kStandIn);
  EXPECT_EQ(ErrorOf([] { SourceOf("ocr-leters", "regularization_path"); }).exit_status(), 2);
  const harness::DatasetSource of_another = SourceOf("usps", "unknown_package");
  EXPECT_EQ(ErrorOf([&] { of_another.resolve("/absent"); }).exit_status(), 2);
}

TEST(ResolveFromEnvironment, LooksInTheFolderThatTheVariableNames) {
  const auto resolve = [] { return ResolveFromEnvironment("ocr-letters", "regularization_path"); };
  unsetenv("STRUCTLAB_DATA");
  EXPECT_EQ(resolve().origin, harness::DataOrigin::kStandIn);
  setenv("STRUCTLAB_DATA", "", 1);
  EXPECT_EQ(resolve().origin, harness::DataOrigin::kStandIn);

  const std::string data = EmptyFolder("data");
  setenv("STRUCTLAB_DATA", data.c_str(), 1);
  EXPECT_EQ(resolve().path, "");
  for (const std::string& none : {data + "/absent", data + "/file"}) {
    std::ofstream(data + "/file") << "text";
    setenv("STRUCTLAB_DATA", none.c_str(), 1);
    const common::Error error = ErrorOf(resolve);
    EXPECT_EQ(error.exit_status(), 3);
    EXPECT_EQ(error.parts().where, "$STRUCTLAB_DATA");
    EXPECT_EQ(error.parts().what, none + " is no folder");
  }
  setenv("STRUCTLAB_DATA", data.c_str(), 1);
  std::filesystem::create_directory(data + "/ocr-letters");
  const common::Error error = ErrorOf(resolve);
  EXPECT_EQ(error.exit_status(), 3);
  EXPECT_EQ(error.parts().where, data + "/ocr-letters/letter.data.gz");
  // What `bazel run` starts runs elsewhere than its caller.
  setenv("BUILD_WORKING_DIRECTORY", data.c_str(), 1);
  setenv("STRUCTLAB_DATA", "../data", 1);
  EXPECT_EQ(ErrorOf(resolve).parts().where, data + "/../data/ocr-letters/letter.data.gz");
  unsetenv("BUILD_WORKING_DIRECTORY");
}

}  // namespace
}  // namespace structlab::datasets
