#include "structured_learning/localization/box_files/box_table.h"

#include <gtest/gtest.h>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

class BoxTable : public testing::Test {
 protected:
  BoxList Read(const std::string& content) {
    common::WriteFileAtomically(path_, content, common::Durability::kNothing);
    return ReadBoxTable(path_);
  }
  // The message behind the path of the file.
  std::string ErrorOf(const std::string& content) {
    const std::string message = MessageOf(ErrorKind::kData, [&] { Read(content); });
    EXPECT_TRUE(message.starts_with(path_)) << message;
    return message.substr(path_.size());
  }
  // The boxes of the only image.
  std::vector<PixelBox> BoxesOf(const std::string& content) {
    const BoxList list = Read(content);
    EXPECT_EQ(list.images.size(), 1u);
    std::vector<PixelBox> boxes;
    for (const ListedObject& object : list.images[0].objects) boxes.push_back(object.box);
    return boxes;
  }

  common::ScratchFolder folder_{"box_table"};
  std::string path_ = folder_.path() + "/boxes";
};

TEST_F(BoxTable, IsReadWithImagesInTheOrderOfTheFile) {
  const BoxList list = Read(
      "# a comment\nfile,left,top,right,bottom,class,score\nb.jpg,1,2,30,40,cow,0.5\n\na.jpg\n"
      "\"c, \"\"d\"\".jpg\",0,0,0,0,horse,-2\nb.jpg,5,6,7,8,horse,1e-3\n");
  ASSERT_EQ(list.images.size(), 3u);
  EXPECT_TRUE(list.has_scores);
  EXPECT_EQ(list.images[0].file, "b.jpg");
  EXPECT_EQ(list.images[1].file, "a.jpg");
  EXPECT_EQ(list.images[2].file, "c, \"d\".jpg");
  EXPECT_TRUE(list.images[1].objects.empty());
  ASSERT_EQ(list.images[0].objects.size(), 2u);
  const ListedObject& second = list.images[0].objects[1];
  EXPECT_EQ(second.box, (PixelBox{5, 6, 7, 8}));
  EXPECT_EQ(second.category, "horse");
  EXPECT_EQ(second.score, 1e-3);
  EXPECT_EQ(PlaceOf(list, list.images[0], second), path_ + ":7");
  EXPECT_EQ(PlaceOf(list, list.images[1]), path_ + ":5");
}

TEST_F(BoxTable, IsReadInItsVariants) {
  const std::vector<PixelBox> expected = {{10, 20, 59, 49}};
  for (const char* const text : {
           "file\tleft\ttop\tright\tbottom\na b.png\t10\t20\t59\t49\n",
           "file;left;top;right;bottom\r\na,b.png;10;20;59;49\r\n",
           "Filename,XMin,YMin,XMax,YMax\na.png,10,20,59,49",
           "x1,y1,x2,y2,image\n10,20,59,49,a.png\n",
           "image_path,x,y,width,height\na.png,10,20,50,30\n",
           "file,left,top,w,h\na.png,10,20,50,30\n",
           "file , left , top , right , bottom , what\na.png , 10.0 , 19.6 , 59.4 , 49 , 7\n",
           "file,width,height,xmin,ymin,xmax,ymax\na.png,100,80,10,20,59,49\n",
           "\xef\xbb\xbf"
           "file,left,top,right,bottom\n\"a.png\",10,20,59,\"49\"\n",
       }) {
    EXPECT_EQ(BoxesOf(text), expected) << text;
  }
}

TEST_F(BoxTable, KnowsTheSizesOfImages) {
  const BoxList list = Read("file,width,height,xmin,ymin,xmax,ymax\na.png,100,80,10,20,99,79\nb.png,30,20\n");
  ASSERT_TRUE(list.images[1].size);
  EXPECT_EQ(list.images[1].size->width, 30);
  CheckListedImage(list, list.images[0], {100, 80});
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] {
                        CheckListedImage(list, list.images[0], {80, 100});
                      }),
            path_ +
                ":2: expected 'a.png' of 80 x 100 pixels, as the image has, found 100 x 80; give the "
                "images that the boxes were made for");
  EXPECT_EQ(
      ErrorOf("file,width,height,xmin,ymin,xmax,ymax\na.png,100,80,10,20,100,79\n"),
      ":2: expected a box within its image of 100 x 80 pixels, which count from 0, found left 10, top 20, "
      "right 100, bottom 79; check the box of 'a.png'");
  EXPECT_EQ(ErrorOf("file,width,height,xmin,ymin,xmax,ymax\na.png,100,80,1,1,2,2\na.png,80,100,1,1,2,2\n"),
            ":3: expected the size 100 x 80 of line 2, found 80 x 100");
  EXPECT_EQ(ErrorOf("file,width,height,xmin,ymin,xmax,ymax\na.png,0,80,1,1,2,2\n"),
            ":2: expected an image of at least one pixel, found 0 x 80");
}

TEST_F(BoxTable, NamesTheLineOfAMistake) {
  const std::string header = "file,left,top,right,bottom\n";
  EXPECT_EQ(ErrorOf(""), ": expected a line that names the columns, found an empty file");
  EXPECT_EQ(ErrorOf("a.jpg,1,2,3,4\n"),
            ":1: expected a column file, found 'a.jpg,1,2,3,4'; name the columns in the first line: "
            "file,left,top,right,bottom");
  EXPECT_TRUE(ErrorOf("file,left,top,right\n").starts_with(":1: expected a column bottom, found "));
  EXPECT_EQ(ErrorOf("file,left,top,right,bottom,xmin\n"),
            ":1: expected one column for left, found 'left' and 'xmin'");
  EXPECT_EQ(ErrorOf("file,left,top,right,bottom,Clas\n"),
            ":1: expected a column class, or a name that is less like it, found 'Clas'");
  EXPECT_EQ(ErrorOf(header + "a.jpg,1,2,x,4\n"),
            ":2: expected pixels, up to 1000000, in column right, found 'x'");
  EXPECT_EQ(ErrorOf(header + "a.jpg,1,,3,4\n"),
            ":2: expected pixels, up to 1000000, in column top, found ''");
  EXPECT_EQ(ErrorOf(header + "a.jpg,1,2,1e9,4\n"),
            ":2: expected pixels, up to 1000000, in column right, found '1e9'");
  EXPECT_EQ(
      ErrorOf(header + "b.jpg\na.jpg,3,2,2,4\n"),
      ":3: expected a box that is not empty: left <= right, top <= bottom, found left 3, top 2, right 2, "
      "bottom 4; check the box of 'a.jpg'");
  EXPECT_TRUE(
      ErrorOf(header + "a.jpg,-1,2,2,4\n").starts_with(":2: expected a box within its image, whose "));
  EXPECT_EQ(ErrorOf(header + "a.jpg,1,2,3,4,5\n"), ":2: expected at most 5 cells, found 6");
  EXPECT_EQ(ErrorOf(header + ",1,2,3,4\n"), ":2: expected the name of an image, found an empty cell");
  EXPECT_EQ(ErrorOf(header + "a.jpg,1,2,3,4\na.jpg\n"),
            ":3: expected either boxes or a line without numbers for 'a.jpg', found both, see line 2");
  EXPECT_EQ(ErrorOf(header + "a.jpg\na.jpg,1,2,3,4\n"),
            ":3: expected either boxes or a line without numbers for 'a.jpg', found both, see line 2");
  EXPECT_EQ(ErrorOf(header + "\"a.jpg,1,2,3,4\n"),
            ":2: expected a quotation mark at the end of the cell, found the end of the line");
  EXPECT_EQ(ErrorOf(header + "\"a\".jpg,1,2,3,4\n"),
            ":2: expected the end of the cell after a quotation mark, found '.jpg'");
  EXPECT_EQ(ErrorOf("file,left,top,width,height\na.jpg,1,2,0,4\n").substr(0, 40),
            ":2: expected a box that is not empty: le");
  EXPECT_EQ(ErrorOf("file,left,top,right,bottom,score\na.jpg,1,2,3,4,nan\n"),
            ":2: expected a finite number in column score, found 'nan'");
}

TEST_F(BoxTable, ReadsBackWhatItWrites) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    common::RandomStream random(seed, "box table");
    BoxList list{.path = path_, .has_scores = seed % 2 == 0};
    for (int k = 0; k < 5; ++k) {
      ListedImage image{.file = "i" + std::to_string(k) + (k == 1 ? ", \"x\";\ty" : k == 2 ? " z " : ".jpg")};
      for (uint64_t n = random.UniformIndex(4); n > 0; --n) {
        image.objects.push_back({.box = RandomBox(seed * 100 + n, 300, 200),
                                 .category = seed % 3 == 0 ? "c,1" : "",
                                 .score = list.has_scores ? random.Normal() : 0});
      }
      list.images.push_back(image);
    }
    for (const char separator : {',', '\t'}) {
      if (separator == '\t') list.images[1].file = "plain";
      const BoxList read = Read(FormatBoxTable(list, separator));
      EXPECT_EQ(read.has_scores, list.has_scores);
      ASSERT_EQ(read.images.size(), list.images.size());
      for (size_t k = 0; k < list.images.size(); ++k) {
        EXPECT_EQ(read.images[k].file, list.images[k].file);
        ASSERT_EQ(read.images[k].objects.size(), list.images[k].objects.size());
        for (size_t n = 0; n < list.images[k].objects.size(); ++n) {
          EXPECT_EQ(read.images[k].objects[n].box, list.images[k].objects[n].box);
          EXPECT_EQ(read.images[k].objects[n].category, list.images[k].objects[n].category);
          EXPECT_EQ(read.images[k].objects[n].score, list.images[k].objects[n].score);
        }
      }
    }
  }
}

TEST_F(BoxTable, SelectsAClass) {
  const std::string text =
      "file,left,top,right,bottom,class\na,1,2,3,4,cow\nb,1,2,3,4,horse\na,5,6,7,8,horse\n";
  BoxList list = Read(text);
  EXPECT_EQ(DescribeClasses(list), "horse (2), cow (1)");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SelectClass(list, "", "--class"); }),
            "--class: expected one of the classes of " + path_ +
                ", found none; the classes are: horse (2), cow (1)");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SelectClass(list, "cat", "--class"); }),
            "--class: expected one of the classes of " + path_ +
                ", found 'cat'; the classes are: horse (2), cow (1)");
  SelectClass(list, "cow", "--class");
  ASSERT_EQ(list.images.size(), 2u);
  ASSERT_EQ(list.images[0].objects.size(), 1u);
  EXPECT_EQ(list.images[0].objects[0].box, (PixelBox{1, 2, 3, 4}));
  EXPECT_TRUE(list.images[1].objects.empty());
  SelectClass(list, "", "--class");  // only one class is left
  BoxList plain = Read("file,left,top,right,bottom\na,1,2,3,4\n");
  SelectClass(plain, "", "--class");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SelectClass(plain, "cow", "--class"); }),
            "--class: expected no class, found 'cow'; " + path_ + " has no classes");
}

}  // namespace
}  // namespace structlab::structured_learning
