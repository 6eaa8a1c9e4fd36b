// Figures 3.1 to 3.3, and the page of pictures.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/case_faces.h"
#include "experiments/face_recognition/code_pictures.h"
#include "experiments/face_recognition/feature_maps.h"
#include "experiments/face_recognition/runs.h"
#include "experiments/face_recognition/shown_queries.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::Recognition;
using kernels::SparseCode;
using kernels::SparseRecognizer;

// Not tuned: what is shown is one split.
constexpr int kPicturePercent = 20;
constexpr int kShownCoefficients = 100;  // as in Figure 3.3
constexpr int kZoom = 3;
// About as wide as a picture of the page.
constexpr int kAtomsInARow = 260, kSubjectsInARow = 40;
// Of the drawn hash matrix.
constexpr int kShownBins = 60, kShownPixels = 160, kShownFunctions = 3, kHashZoom = 5;

// Places in the code, the coefficients of largest size first.
std::vector<size_t> ByWeight(const SparseCode& code) {
  std::vector<size_t> order(code.atoms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](size_t i) { return std::abs(code.coefficients[i]); });
  return order;
}

// The absolute coefficients of largest size, then 0.
std::vector<double> Heaviest(const SparseCode& code) {
  std::vector<double> sizes;
  for (const size_t i : ByWeight(code)) sizes.push_back(std::abs(code.coefficients[i]));
  sizes.resize(kShownCoefficients);
  return sizes;
}

harness::Picture Face(const datasets::Faces& faces, int image) {
  return FacePicture(faces.Pixels(image), faces.rows, faces.columns, kZoom);
}

harness::Picture CodeBars(const SparseRecognizer& recognizer, const Recognition& recognition, int label) {
  const Eigen::VectorXd code = kernels::DenseCode(recognition.code, recognizer.dictionary().size());
  std::vector<Color> colors;
  for (int atom = 0; atom < recognizer.dictionary().size(); ++atom) {
    const int of_atom = recognizer.classes()[static_cast<size_t>(recognizer.class_of(atom))];
    colors.push_back(of_atom == label ? kRed : of_atom == recognition.label ? kBrown : kBlue);
  }
  return BarPicture({code.data(), static_cast<size_t>(code.size())}, colors,
                    {.width = 1, .height = 60, .most_in_a_row = kAtomsInARow});
}

harness::Picture ResidualBars(const SparseRecognizer& recognizer, const Recognition& recognition, int label) {
  std::vector<Color> colors;
  for (const int subject : recognizer.classes()) {
    colors.push_back(subject == label ? kRed : subject == recognition.label ? kBrown : kGrey);
  }
  return BarPicture(recognition.residuals, colors,
                    {.width = 8, .height = 100, .most_in_a_row = kSubjectsInARow});
}

// One query of the page: itself, its code, its residuals, and the training faces that weigh most. The first
// one is Figure 3.1, too.
void RecordShown(const CaseFaces& faces, const SparseRecognizer& recognizer, const Recognition& recognition,
                 const ShownQuery& shown, bool is_figure, Recorder& record) {
  const ImageSet& test = faces.split().test;
  const int label = test.labels[static_cast<size_t>(shown.query)];
  const Setting key = {{"query", shown.name}};
  const harness::Picture query = Face(faces.faces(), test.sources[static_cast<size_t>(shown.query)]);
  record.Picture(kOurPictures, "query", query, {.setting = key});
  record.Picture(kOurPictures, "code", CodeBars(recognizer, recognition, label), {.setting = key});
  record.Picture(kOurPictures, "residuals", ResidualBars(recognizer, recognition, label), {.setting = key});
  record.Value(kOurPictures, "subject", label, {.setting = key});
  record.Value(kOurPictures, "recognised_as", recognition.label, {.setting = key});
  record.Value(kOurPictures, "least_residual", *std::ranges::min_element(recognition.residuals),
               {.setting = key});
  const std::vector<size_t> order = ByWeight(recognition.code);
  if (is_figure) record.Picture(kFigure31, "demonstration", query, {.setting = Setting{{"rank", "0"}}});
  for (size_t rank = 1; rank <= std::min<size_t>(kHeaviest, order.size()); ++rank) {
    const auto atom = static_cast<size_t>(recognition.code.atoms[order[rank - 1]]);
    const Setting of_rank = {{"query", shown.name}, {"rank", std::to_string(rank)}};
    const harness::Picture face = Face(faces.faces(), faces.split().training.sources[atom]);
    record.Picture(kOurPictures, "training_face", face, {.setting = of_rank});
    record.Value(kOurPictures, "weight", std::abs(recognition.code.coefficients[order[rank - 1]]),
                 {.setting = of_rank});
    record.Value(kOurPictures, "subject_of_face", faces.split().training.labels[atom], {.setting = of_rank});
    if (is_figure) {
      record.Picture(kFigure31, "demonstration", face, {.setting = Setting{{"rank", std::to_string(rank)}}});
    }
  }
}

}  // namespace

void RunPictures(const Case& c, Recorder& record) {
  const FaceTask& task = FindFaceTask(c.dataset);
  const CaseFaces faces(task, c);
  const Split& split = faces.split();
  const CodeOptions options = CodeOptionsOf(c);
  FeatureMaps maps(split.training, c.seed);
  const FeatureMap hash = maps.Hashed(kPictureDimension, kPicturePercent);
  const SparseRecognizer recognizer(Apply(hash, split.training.images), split.training.labels);
  std::vector<Recognition> recognitions;
  for (int q = 0; q < split.test.size(); ++q) {
    recognitions.push_back(
        Recognize(recognizer, Classifier::kL1, options, Apply(hash, split.test.images.col(q))));
  }
  const auto reached = std::ranges::count_if(recognitions, [&](const Recognition& recognition) {
    return IsReached(recognition.code, options.tolerance);
  });
  if (reached < std::ssize(recognitions)) {
    record.Note(
        std::to_string(reached) + " of " + std::to_string(recognitions.size()) +
        " codes come within the tolerance; the others are the nearest combinations, no codes of least "
        "l1 norm");
  }
  const std::vector<ShownQuery> all_shown = ChooseShown(recognitions, split.test.labels);
  for (const ShownQuery& shown : all_shown) {
    RecordShown(faces, recognizer, recognitions[static_cast<size_t>(shown.query)], shown,
                &shown == &all_shown.front(), record);
  }
  // The same query with random features.
  const ShownQuery& first = all_shown.front();
  const FeatureMap random = maps.Linear(Features::kRandom, kPictureDimension);
  const SparseRecognizer by_random(Apply(random, split.training.images), split.training.labels);
  const Recognition rival =
      Recognize(by_random, Classifier::kL1, options, Apply(random, split.test.images.col(first.query)));
  std::vector<double> ranks(kShownCoefficients);
  std::iota(ranks.begin(), ranks.end(), 1);
  const Setting key = OurKey(kPictureDimension);
  record.Curve(kFigure33, "sparsity_of_alpha", ranks,
               Heaviest(recognitions[static_cast<size_t>(first.query)].code),
               {.method = kHashL1, .setting = key});
  record.Curve(kFigure33, "sparsity_of_alpha", ranks, Heaviest(rival.code),
               {.method = kRandomL1, .setting = key});
}

void RunHashMatrix(const Case& c, Recorder& record) {
  const kernels::HashedMeasurements hash(kShownPixels, kShownBins, kShownFunctions,
                                         static_cast<uint32_t>(c.seed));
  record.Picture(kFigure32, "demonstration", HashPicture(hash.Matrix(), kHashZoom));
}

}  // namespace structlab::face_recognition
