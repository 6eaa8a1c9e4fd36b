// XML of PASCAL VOC, JSON of COCO, and the choice of the format.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/localization/box_files/box_files.h"
#include "structured_learning/localization/box_files/coco_file.h"
#include "structured_learning/localization/box_files/voc_files.h"
#include "structured_learning/localization/box_files/xml_elements.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

class AnnotationFiles : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& content) {
    const std::string path = folder_.path() + "/" + name;
    common::WriteFileAtomically(path, content);
    return path;
  }
  template <class Read>
  std::string ErrorOf(const std::string& path, const Read& read) {
    const std::string message = MessageOf(ErrorKind::kData, [&] { read(path); });
    EXPECT_TRUE(message.starts_with(path)) << message;
    return message.substr(path.size());
  }
  std::string VocError(const std::string& content) { return ErrorOf(Put("a.xml", content), ReadVocFile); }
  std::string CocoError(const std::string& content) { return ErrorOf(Put("a.json", content), ReadCocoFile); }

  common::ScratchFolder folder_{"annotation_files"};
};

// An object with a box of pixels that count from 1.
std::string VocObject(const std::string& name, const std::string& box, const std::string& more = "") {
  return "<object><name>" + name + "</name>" + more + "<bndbox>" + box + "</bndbox></object>\n";
}

constexpr char kBox[] = "<xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>20</ymax>";

TEST_F(AnnotationFiles, VocPixelsCountFromOne) {
  const std::string path =
      Put("a.xml",
          "<?xml version=\"1.0\"?>\n<!-- x --><annotation verified='yes'>\n<folder>VOC</folder>\n"
          "<filename> a &amp; b.jpg </filename><source><filename>no.jpg</filename></source>\n"
          "<size><width>30</width><height>20</height><depth>3</depth></size>\n" +
              VocObject("horse", kBox, "<part><name>head</name><bndbox><xmin>9</xmin></bndbox></part>") +
              VocObject("person", "<ymax>7.4</ymax><xmax>6</xmax><ymin>4.6</ymin><xmin>5</xmin>",
                        "<difficult>1</difficult>") +
              "</annotation>\n");
  const BoxList list = ReadVocFile(path);
  ASSERT_EQ(list.images.size(), 1u);
  const ListedImage& image = list.images[0];
  EXPECT_EQ(image.file, "a & b.jpg");
  ASSERT_TRUE(image.size);
  EXPECT_EQ(image.size->height, 20);
  ASSERT_EQ(image.objects.size(), 2u);
  EXPECT_EQ(image.objects[0].box, (PixelBox{0, 1, 29, 19}));
  EXPECT_EQ(image.objects[0].category, "horse");
  EXPECT_FALSE(image.objects[0].is_ignored);
  EXPECT_EQ(image.objects[1].box, (PixelBox{4, 4, 5, 6}));
  EXPECT_TRUE(image.objects[1].is_ignored);
  EXPECT_EQ(PlaceOf(list, image, image.objects[1]), path + ":7");
}

TEST_F(AnnotationFiles, VocMistakesAreNamedWithTheirLine) {
  const std::string head = "<annotation>\n<filename>a.jpg</filename>\n";
  const std::string size = "<size><width>30</width><height>20</height></size>\n";
  EXPECT_EQ(VocError("<a></a>"), ":1: expected <annotation>, found <a>");
  EXPECT_EQ(VocError("<annotation>\n</annotation>"), ":1: expected <filename> in <annotation>, found none");
  EXPECT_EQ(VocError("<annotation>\n<filename/></annotation>"),
            ":2: expected the name of an image, found nothing");
  EXPECT_EQ(VocError(head + "<object><name>x</name></object></annotation>"),
            ":3: expected <bndbox> in <object>, found none");
  EXPECT_EQ(VocError(head + VocObject("x", "\n<xmin>a</xmin>") + "</annotation>"),
            ":4: expected pixels, up to 1000000, in <xmin>, found 'a'");
  EXPECT_EQ(VocError(head + VocObject("x", "<xmin>1</xmin><ymin>1</ymin><xmax>4</xmax>") + "</annotation>"),
            ":3: expected <ymax> in <bndbox>, found none");
  EXPECT_EQ(
      VocError(head + size + VocObject("x", kBox) +
               VocObject("x", "<xmin>1</xmin><ymin>2</ymin><xmax>31</xmax><ymax>20</ymax>") +
               "</annotation>"),
      ":5: expected a box within its image of 30 x 20 pixels, which count from 1, found left 1, top 2, right "
      "31, bottom 20; check the box of 'a.jpg'");
  EXPECT_TRUE(
      VocError(head + VocObject("x", "<xmin>0</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax>") +
               "</annotation>")
          .starts_with(":3: expected a box within its image, whose pixels count from 1, found left 0"));
  EXPECT_EQ(VocError(head + "<size><width>0</width><height>5</height></size></annotation>"),
            ":3: expected an image of at least one pixel, found 0 x 5");
  EXPECT_EQ(ReadVocFile(Put("b.xml", head + "<size><width>0</width><height>0</height></size></annotation>"))
                .images[0]
                .size.has_value(),
            false);
  const std::string large = Put("large.xml", head + std::string(size_t{5} << 20, ' '));
  EXPECT_NE(MessageOf(ErrorKind::kEnvironment, [&] { ReadVocFile(large); }).find("large.xml"),
            std::string::npos);
}

TEST_F(AnnotationFiles, XmlIsStrict) {
  const auto error = [](const std::string& text) {
    return MessageOf(ErrorKind::kData, [&] { ParseXml(text, "x"); });
  };
  const XmlElement root =
      ParseXml("<a b=\"<\" c='d'>1<b/>&#65;&#x42;&lt;<!-- & --><![CDATA[<&]]>\n</a><!-- -->\n", "x");
  EXPECT_EQ(root.text, "1AB<<&");
  EXPECT_EQ(root.children.size(), 1u);
  EXPECT_EQ(root.Child("c"), nullptr);
  EXPECT_EQ(error(""), "x:1: expected an element, found the end of the file");
  EXPECT_EQ(error("<a>\n<b></a>"), "x:2: expected </b> for the tag of line 2, found '</a'");
  EXPECT_EQ(error("<a>\n"), "x:2: expected </a> for the tag of line 1, found the end of the file");
  EXPECT_EQ(error("<a></a>b"), "x:1: expected the end of the file, found 'b'");
  EXPECT_EQ(error("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"),
            "x:1: expected an element, found a document type, which is not read");
  EXPECT_EQ(error("<a>&b;</a>"), "x:1: expected a known entity, found '&b;</a>'");
  EXPECT_EQ(error("<a>&#xD800;</a>"), "x:1: expected a known entity, found '&#xD800;</a>'");
  EXPECT_EQ(error("<a b></a>"), "x:1: expected =, found '></a>'");
  EXPECT_EQ(error("<a b=c></a>"), "x:1: expected a value in quotation marks, found 'c></a>'");
  EXPECT_EQ(error("<a><!-- </a>"), "x:1: expected --> after <!--, found '<!-- </a>'");
  std::string deep;
  for (int k = 0; k < 33; ++k) deep += "<a>";
  EXPECT_EQ(error(deep), "x:1: expected elements at most 32 deep, found more");
}

TEST_F(AnnotationFiles, VocFoldersAreReadByName) {
  const auto annotation = [](const std::string& file) {
    return "<annotation><filename>" + file + "</filename>" + VocObject("horse", kBox) + "</annotation>";
  };
  std::filesystem::create_directory(folder_.path() + "/voc");
  const std::string folder = folder_.path() + "/voc";
  EXPECT_EQ(ErrorOf(folder, ReadVocFolder), ": expected files *.xml with boxes, found none");
  Put("voc/b.xml", annotation("2.jpg"));
  Put("voc/a.xml", annotation("1.jpg"));
  Put("voc/c.txt", "no annotation");
  const BoxList list = ReadBoxFile(folder);
  ASSERT_EQ(list.images.size(), 2u);
  EXPECT_EQ(list.images[0].file, "1.jpg");
  EXPECT_EQ(PlaceOf(list, list.images[1]), folder + "/b.xml:1");
  Put("voc/c.xml", annotation("1.jpg"));
  EXPECT_EQ(
      ErrorOf(folder, ReadVocFolder),
      "/c.xml:1: expected an image that no other file names, found '1.jpg', as in " + folder + "/a.xml");
}

constexpr char kCoco[] = R"({"info": {"images": [{"id": 9}]}, "annotations": [
  {"id": 1, "image_id": 7, "category_id": 18, "bbox": [10.4, 20, 30.2, 5.5], "segmentation": [[1, 2, 3]], "iscrowd": 0},
  {"id": 2, "image_id": "eight", "category_id": 1, "bbox": [0, 0, 100.9, 0.3], "iscrowd": 1}],
  "images": [{"file_name": "a.jpg", "id": 7, "width": 100, "height": 50, "licenses": [{"id": 3}]},
             {"id": "eight", "file_name": "b.jpg", "width": 100, "height": 50},
             {"id": 9, "file_name": "c.jpg"}],
  "categories": [{"id": 1, "name": "person"}, {"id": 18, "name": "dog", "keypoints": {"name": "no"}}]})";

TEST_F(AnnotationFiles, CocoBoxesAreIntervals) {
  const std::string path = Put("a.json", kCoco);
  const BoxList list = ReadCocoFile(path);
  ASSERT_EQ(list.images.size(), 3u);
  ASSERT_EQ(list.images[0].objects.size(), 1u);
  // [10.4, 40.6) x [20, 25.5) is nearest to pixels 10..40 and 20..25.
  EXPECT_EQ(list.images[0].objects[0].box, (PixelBox{10, 20, 40, 25}));
  EXPECT_EQ(list.images[0].objects[0].category, "dog");
  EXPECT_FALSE(list.images[0].objects[0].is_ignored);
  ASSERT_EQ(list.images[1].objects.size(), 1u);
  EXPECT_EQ(list.images[1].objects[0].box, (PixelBox{0, 0, 99, 0}));  // cut at the border; one pixel high
  EXPECT_TRUE(list.images[1].objects[0].is_ignored);
  EXPECT_TRUE(list.images[2].objects.empty());
  EXPECT_FALSE(list.images[2].size);
  EXPECT_EQ(PlaceOf(list, list.images[1], list.images[1].objects[0]), path + ": annotations[1]");
  EXPECT_EQ(PlaceOf(list, list.images[2]), path + ": images[2]");
}

TEST_F(AnnotationFiles, CocoMistakesAreNamedWithTheirElement) {
  const auto with = [](const std::string& images, const std::string& annotations,
                       const std::string& categories = "") {
    return "{\"images\": [" + images + "], \"annotations\": [" + annotations + "], \"categories\": [" +
           categories + "]}";
  };
  const std::string image = R"({"id": 1, "file_name": "a.jpg", "width": 30, "height": 20})";
  EXPECT_EQ(CocoError("{\n\"images\": [\n1 2]}"), ":3: expected JSON, found '2'");
  EXPECT_EQ(
      CocoError("[{\"image_id\": 1}]"),
      ": expected an object with images and annotations, found an array; give the file of the annotations, "
      "not one of results");
  EXPECT_EQ(
      CocoError("{\"images\": []}"),
      ": expected an array \"annotations\", found none; give a file with images, annotations and categories "
      "as COCO has them");
  EXPECT_EQ(CocoError(with(R"({"id": 1})", "")), ": images[0]: expected a file_name, found none");
  EXPECT_EQ(CocoError(with(R"({"file_name": "a"})", "")), ": images[0]: expected an id, found none");
  EXPECT_EQ(CocoError(with(image + R"(, {"id": 1, "file_name": "b.jpg"})", "")),
            ": images[1]: expected an id that no other element has, found '1'");
  EXPECT_EQ(CocoError(with(image + R"(, {"id": 2, "file_name": "a.jpg"})", "")),
            ": images[1]: expected a file_name that no other element has, found 'a.jpg'");
  EXPECT_EQ(CocoError(with(R"({"id": 1, "file_name": "a", "width": 0, "height": 2})", "")),
            ": images[0]: expected width and height from 1 to 1000000, found 0 and 2");
  EXPECT_EQ(CocoError(with(image, R"({"bbox": [1, 2, 3, 4]})")),
            ": annotations[0]: expected an image_id, found none");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 2, "bbox": [1, 2, 3, 4]})")),
            ": annotations[0]: expected the id of an image, found image_id '2'");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 1, "category_id": 5, "bbox": [1, 2, 3, 4]})")),
            ": annotations[0]: expected the id of a category, found category_id '5'");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 1})")),
            ": annotations[0]: expected a bbox of four numbers, x, y, width and height, found none");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 1, "bbox": [null, 1, 2, 3, 4]})")),
            ": annotations[0]: expected a bbox of four numbers, x, y, width and height, found another one");
  EXPECT_EQ(CocoError(with(R"({"id": 1, "name": "a.jpg"})", "")),
            ": images[0]: expected a file_name, found none");
  // Elements without members are refused at once.
  std::string empty = "{}";
  for (int k = 0; k < 1000; ++k) empty += ",{}";
  EXPECT_EQ(CocoError(with(image, empty)), ": annotations[0]: expected an image_id, found none");
  // Ids as some programs write them.
  EXPECT_EQ(ReadCocoFile(Put("b.json", with(image, R"({"image_id": 1.0, "bbox": [1, 2, 3, 4]})")))
                .images[0]
                .objects.size(),
            1u);
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 99999999999999999999, "bbox": [1, 2, 3, 4]})")),
            ": annotations[0]: expected the id of an image, found image_id '99999999999999999999'");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 1, "bbox": [1, 2, 3]})")),
            ": annotations[0]: expected a bbox of four numbers, x, y, width and height, found another one");
  EXPECT_EQ(CocoError(with(image, R"({"image_id": 1, "bbox": [1, 2, 0, 4]})")),
            ": annotations[0]: expected a bbox that is not empty, found width 0, height 4");
  EXPECT_TRUE(CocoError(with(image, R"({"image_id": 1, "bbox": [1, 2, 31, 4]})"))
                  .starts_with(": annotations[0]: expected a box within its image of 30 x 20 pixels"));
  EXPECT_TRUE(CocoError(with(image, R"({"image_id": 1, "bbox": [-2, 2, 3, 4]})"))
                  .starts_with(": annotations[0]: expected a box within its image of 30 x 20 pixels"));
  EXPECT_EQ(CocoError(with(image, "", R"({"id": 3})")), ": categories[0]: expected a name, found none");
}

TEST_F(AnnotationFiles, FormatsAreRecognised) {
  EXPECT_EQ(ReadBoxFile(Put("x", std::string(" \n") + kCoco)).images.size(), 3u);
  EXPECT_EQ(ReadBoxFile(Put("x", "<annotation><filename>a</filename></annotation>")).images.size(), 1u);
  EXPECT_EQ(ReadBoxFile(Put("x", "file,left,top,right,bottom\na\n")).images.size(), 1u);
  EXPECT_NE(
      MessageOf(ErrorKind::kEnvironment, [&] { ReadBoxFile(folder_.path() + "/missing"); }).find("missing"),
      std::string::npos);
}

}  // namespace
}  // namespace structlab::structured_learning
