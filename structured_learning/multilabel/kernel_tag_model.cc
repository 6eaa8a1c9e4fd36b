#include "structured_learning/multilabel/kernel_tag_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_methods.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::structured_learning {
namespace {

using common::OptionValues;
using kernels::ModelFile;

bool IsMostlyFull(const FeatureRows& rows) {
  return static_cast<double>(rows.nonZeros()) >=
         0.25 * static_cast<double>(rows.rows()) * static_cast<double>(rows.cols());
}

// Makes the kernel that a text describes. Returns it with a text from which it can be made again without
// data.
std::pair<std::string, kernels::VectorKernelPointer<float>> MakeKernel(const std::string& text,
                                                                       const kernels::RowBlock<float>& rows,
                                                                       uint64_t seed) {
  const kernels::KernelText parsed = kernels::ParseKernel(text);
  const kernels::VectorKernelMethod& method = kernels::FindVectorKernel(parsed.name);
  if (!method.make_float) {
    common::ThrowUsageError("input kernel", "a kernel that takes floats", common::Quote(parsed.name));
  }
  const kernels::NamedKernel<float> made = method.make_float(parsed.values, rows, seed);
  return {kernels::FormatKernel(made.name, made.values), kernels::NormalizedKernel<float>(made.kernel)};
}

// For kernels that are invariant under translation: the means of columns that are far from 0, whose
// differences floats would lose, and 0 for other columns. Nearly all rows have entries in the former columns,
// so sparse rows stay sparse.
Eigen::RowVectorXd CenterOf(const std::string& kernel, const FeatureRows& rows) {
  if (!kernels::FindVectorKernel(kernels::ParseKernel(kernel).name).is_translation_invariant) return {};
  constexpr double kFar = 16;  // standard deviations
  const auto count = std::max<double>(1, static_cast<double>(rows.rows()));
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(rows.cols()), squares = mean, missing = mean;
  missing.setConstant(count);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) mean[at.col()] += at.value() / count;
  }
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) {
      squares[at.col()] += (at.value() - mean[at.col()]) * (at.value() - mean[at.col()]);
      missing[at.col()] -= 1;
    }
  }
  squares += missing.cwiseProduct(mean.cwiseAbs2());
  return (mean.array().abs() > kFar * (squares.array() / count).sqrt()).select(mean, 0);
}

TagKernelOptions OutputKernelOf(const OptionValues& options) {
  if (!options.Has("output_kernel")) return {.coding = CodingOf(options)};
  const std::string &form = options.Text("output_kernel"), &odds = options.Text("odds");
  return {.form = form == "polynomial" ? TagKernelForm::kPolynomial
                  : form == "odds"     ? TagKernelForm::kOdds
                                       : TagKernelForm::kPlain,
          .coding = CodingOf(options),
          .degree = static_cast<int>(options.Integer("degree")),
          .offset = options.Number("offset"),
          .odds = odds == "squared"     ? OddsRule::kSquared
                  : odds == "unchanged" ? OddsRule::kUnchanged
                                        : OddsRule::kClipped};
}

// Checks the size of the table of odds of pairs.
const std::vector<TagList>& CheckedTags(const MultiLabelData& data, const OptionValues& options) {
  if (OutputKernelOf(options).form == TagKernelForm::kOdds) {
    CheckTableSize(data, data.num_tags, data.num_tags, "output kernel", "odds of pairs of tags");
  }
  return data.tags;
}

// Stores the options of the output kernel in a model file.
void SaveTagKernel(const TagKernelOptions& options, ModelFile& model) {
  model.texts["tag_kernel.form"] = std::to_string(static_cast<int>(options.form));
  model.texts["tag_kernel.coding"] = std::to_string(static_cast<int>(options.coding));
  model.texts["tag_kernel.degree"] = std::to_string(options.degree);
  model.texts["tag_kernel.offset"] = common::FormatDouble(options.offset);
  model.texts["tag_kernel.odds"] = std::to_string(static_cast<int>(options.odds));
}

// An enumerator that was stored as its number.
int NumberIn(const ModelFile& model, const std::string& name, int64_t max_value) {
  const int64_t value = IntegerIn(model, name, 0);
  if (value <= max_value) return static_cast<int>(value);
  common::ThrowDataError(model.path, name + " of this version", std::to_string(value),
                         "train the model again");
}

TagKernelOptions LoadTagKernel(const ModelFile& model) {
  TagKernelOptions options;
  options.form = static_cast<TagKernelForm>(NumberIn(model, "tag_kernel.form", 2));
  options.coding = static_cast<TagCoding>(NumberIn(model, "tag_kernel.coding", 3));
  options.degree = static_cast<int>(IntegerIn(model, "tag_kernel.degree", 1));
  options.offset = common::ParseDouble(model.Text("tag_kernel.offset"), model.path);
  options.odds = static_cast<OddsRule>(NumberIn(model, "tag_kernel.odds", 2));
  return options;
}

}  // namespace

KernelRows::KernelRows(const FeatureRows& rows, const Eigen::RowVectorXd& center)
    : KernelRows(rows, center, IsMostlyFull(rows)) {}

KernelRows::KernelRows(const FeatureRows& rows, const Eigen::RowVectorXd& center, bool is_dense)
    : is_dense_(is_dense) {
  if (is_dense) {
    kernels::DenseRows<double> moved = rows;
    if (center.size() > 0) moved.rowwise() -= center;
    dense_ = moved.cast<float>();
  } else if (center.size() > 0 && (center.array() != 0).any()) {
    const FeatureRows one_row = center.sparseView();
    FeatureRows centers(rows.rows(), rows.cols());
    centers.reserve(rows.rows() * one_row.nonZeros());
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      centers.startVec(i);
      for (FeatureRows::InnerIterator at(one_row, 0); at; ++at) centers.insertBack(i, at.col()) = at.value();
    }
    centers.finalize();
    sparse_ = FeatureRows(rows - centers).cast<float>();
  } else {
    sparse_ = rows.cast<float>();
  }
  sparse_.makeCompressed();
  const float* const values = is_dense ? dense_.data() : sparse_.valuePtr();
  const Eigen::Index size = is_dense ? dense_.size() : sparse_.nonZeros();
  if (std::all_of(values, values + size, [](float value) { return std::isfinite(value); })) return;
  common::ThrowUsageError("input kernel", "features below 3.4e38, the range of floats", "larger ones",
                          "take rows=standardized, or divide large features by a constant");
}

kernels::RowBlock<float> KernelRows::block() const {
  return is_dense_ ? kernels::RowBlock<float>(dense_) : kernels::RowBlock<float>(sparse_);
}

std::vector<common::OptionDeclaration> KernelOptions(const std::string& default_decode) {
  return {common::TextOption("input_kernel", "linear", "kernel of features; it is normalised to k(x, x) = 1"),
          common::ChoiceOption("coding", "unit_01", {"unit_01", "unit_pm1", "centred"},
                               "vector of tags: 0 and 1, -1 and 1, or 0 and 1 minus the mean"),
          common::ChoiceOption("decode", default_decode, {"neighbors", "top", "sign"},
                               "predict by training rows whose tags fit, by the tags that score best, or by "
                               "the sign of each tag's score"),
          common::IntegerOption("neighbors", 10, {.min = 1, .max = 1'000'000},
                                "number of training rows for decode=neighbors"),
          common::IntegerOption("top", 5, {.min = 1, .max = 1'000'000},
                                "number of tags for each row for decode=top"),
          RowScaling::Option("unit")};
}

std::vector<common::OptionDeclaration> JointOptions() {
  std::vector<common::OptionDeclaration> options = KernelOptions("neighbors");
  const std::vector<common::OptionDeclaration> output = {
      common::ChoiceOption("output_kernel", "plain", {"plain", "polynomial", "odds"},
                           "kernel of tags: y.y', (y.y' + offset)^degree, log odds of pairs"),
      common::IntegerOption("degree", 2, {.min = 1, .max = 10}, "parameter of output_kernel=polynomial"),
      common::NumberOption("offset", 1, {.min = 0}, "parameter of output_kernel=polynomial"),
      common::ChoiceOption("odds", "clipped", {"clipped", "squared", "unchanged"},
                           "how output_kernel=odds treats negative eigenvalues")};
  options.insert(options.begin() + 1, output.begin(), output.end());
  return options;
}

TagCoding CodingOf(const OptionValues& options) {
  const std::string& name = options.Text("coding");
  return name == "unit_pm1"  ? TagCoding::kUnitPm1
         : name == "centred" ? TagCoding::kCentred
                             : TagCoding::kUnit01;
}

TagCoding CodingIn(const ModelFile& model) {
  return static_cast<TagCoding>(NumberIn(model, "coding", static_cast<int>(TagCoding::kPm1)));
}

void CheckDecoding(const TagDecoding& decoding, const TagKernelOptions& output) {
  if (decoding.rule != "sign") return;
  if (output.form != TagKernelForm::kPlain) {
    common::ThrowUsageError("decode", "neighbors, since the output kernel is not plain", "sign");
  }
  // If tag vectors have no negative entries, hardly any score is negative, so nearly all tags would be
  // predicted.
  if (output.coding == TagCoding::kUnit01) {
    common::ThrowUsageError("decode", "neighbors, since --coding=unit_01 has no negative numbers", "sign",
                            "set --coding=centred or --coding=unit_pm1");
  }
}

KernelTagModel::KernelTagModel(const MultiLabelData& data, const OptionValues& options, uint64_t seed)
    : DecodedTagModel(options),
      scaling_(options.Text("rows"), data),
      training_(scaling_.Apply(data.features)),
      center_(CenterOf(options.Text("input_kernel"), training_)),
      rows_(training_, center_),
      tags_(std::make_unique<TagKernel>(CheckedTags(data, options), data.num_tags, OutputKernelOf(options))),
      alpha_(data.tags.size(), 0) {
  if (options.Has("output_kernel")) CheckDecoding(decoding(), tags_->options());
  std::tie(kernel_text_, kernel_) = MakeKernel(options.Text("input_kernel"), rows_.block(), seed);
  AddFact("scaling", scaling_.rule());
}

KernelTagModel::KernelTagModel(const ModelFile& model)
    : DecodedTagModel(model),
      scaling_(RowScaling::Load(model)),
      training_(GetRows("training", model)),
      center_(CenterOf(model.Text("input_kernel"), training_)),
      rows_(training_, center_) {
  std::tie(kernel_text_, kernel_) = MakeKernel(model.Text("input_kernel"), rows_.block(), 0);
  int num_tags = 0;
  std::vector<TagList> tags = GetTags("tags", model, num_tags);
  const Eigen::MatrixXd& alpha = model.Matrix("alpha");
  if (model.matrices.contains("machines")) machines_ = model.Matrix("machines");
  const bool has_machines = machines_.rows() == training_.rows() && machines_.cols() == num_tags;
  if (static_cast<size_t>(training_.rows()) != tags.size() || alpha.size() != training_.rows() ||
      (machines_.size() > 0 && !has_machines)) {
    common::ThrowDataError(model.path, "as many tag lists and alphas as training rows", "another number",
                           "train the model again");
  }
  tags_ = std::make_unique<TagKernel>(std::move(tags), num_tags, LoadTagKernel(model));
  alpha_.assign(alpha.data(), alpha.data() + alpha.size());
}

kernels::GramBlocks<float> KernelTagModel::Gram(int64_t memory, common::ThreadPool& pool,
                                                kernels::FinishGramRow<float> finish) const {
  return kernels::GramBlocks<float>(kernel_, rows_.block(), memory, pool, std::move(finish), "memory");
}

void KernelTagModel::ForKernelValues(
    const FeatureRows& rows, common::ThreadPool& pool,
    const std::function<void(Eigen::Index begin, const Eigen::MatrixXd& cross)>& use) const {
  const FeatureRows scaled = scaling_.Apply(rows);
  constexpr Eigen::Index kChunk = 1024;
  for (Eigen::Index begin = 0; begin < rows.rows(); begin += kChunk) {
    const Eigen::Index count = std::min(kChunk, rows.rows() - begin);
    const KernelRows chunk(scaled.middleRows(begin, count), center_, rows_.is_dense());
    use(begin, kernels::CrossGram(*kernel_, chunk.block(), rows_.block(), pool).cast<double>());
  }
}

Eigen::MatrixXd KernelTagModel::FromKernelValues(const Eigen::MatrixXd& cross,
                                                 const TagDecoding& decoding) const {
  const NeighborDecoding neighbors = {.neighbors = decoding.neighbors};
  if (machines_.size() > 0) {
    const Eigen::MatrixXd scores = cross * machines_;
    if (decoding.rule != "neighbors") return scores;
    return DecodeTagScores(scores, tags_->rows(), tags_->vectors(), neighbors);
  }
  CheckDecoding(decoding, tags_->options());
  if (decoding.rule == "sign") return TagScores(cross, alpha_, *tags_);
  return DecodeByNeighbors(cross, alpha_, *tags_, neighbors);
}

std::vector<Eigen::MatrixXd> KernelTagModel::ScoresFor(const FeatureRows& rows,
                                                       std::span<const TagDecoding> decodings,
                                                       common::ThreadPool& pool) const {
  std::vector<Eigen::MatrixXd> scores(decodings.size(), Eigen::MatrixXd(rows.rows(), tags_->num_tags()));
  ForKernelValues(rows, pool, [&](Eigen::Index begin, const Eigen::MatrixXd& cross) {
    for (size_t d = 0; d < decodings.size(); ++d) {
      scores[d].middleRows(begin, cross.rows()) = FromKernelValues(cross, decodings[d]);
    }
  });
  return scores;
}

Eigen::VectorXd KernelTagModel::ScoresOfTag(const FeatureRows& rows, int tag,
                                            common::ThreadPool& pool) const {
  if (machines_.size() == 0) return TagModel::ScoresOfTag(rows, tag, pool);
  Eigen::VectorXd scores(rows.rows());
  ForKernelValues(rows, pool, [&](Eigen::Index begin, const Eigen::MatrixXd& cross) {
    scores.segment(begin, cross.rows()) = cross * machines_.col(tag);
  });
  return scores;
}

void KernelTagModel::Save(ModelFile& model) const {
  DecodedTagModel::Save(model);
  scaling_.Save(model);
  PutRows("training", training_, model);
  PutTags("tags", tags_->rows(), tags_->num_tags(), model);
  SaveTagKernel(tags_->options(), model);
  model.texts["input_kernel"] = kernel_text_;
  model.matrices["alpha"] = Eigen::VectorXd::Map(alpha_.data(), static_cast<Eigen::Index>(alpha_.size()));
  if (machines_.size() > 0) model.matrices["machines"] = machines_;
}

}  // namespace structlab::structured_learning
