// Registers the joint SVM and its perceptron as learners.
#include <fmt/format.h>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/multilabel/joint_perceptron.h"
#include "structured_learning/multilabel/joint_svm.h"
#include "structured_learning/multilabel/kernel_tag_model.h"
#include "structured_learning/multilabel/own_learners.h"

namespace structlab::structured_learning {
namespace {

using common::OptionValues;
using kernels::ModelFile;

// The model with W as a matrix, for the linear input kernel and the plain output kernel. The kernel is
// normalised by the lengths of the rows, so raw rows are treated like rows of length 1.
class LinearTagModel final : public TagModel {
 public:
  LinearTagModel(const MultiLabelData& data, const OptionValues& options)
      : scaling_(options.Text("rows") == "raw" ? "unit" : options.Text("rows"), data),
        num_tags_(data.num_tags),
        tags_(data.tags),
        coding_(OutputKernelOf(options).coding),
        decoding_(DecodingOf(options)) {
    CheckTableSize(data, data.num_tags, static_cast<double>(data.features.cols()), "joint",
                   "weights of tags and features");
  }

  // Returns what was learned, without the weights.
  JointSvm Train(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
    MultiLabelData scaled = data;
    scaled.features = scaling_.Apply(data.features);
    JointSvm svm =
        TrainJointSvm(scaled, {.cost = options.Number("c"),
                               .coding = coding_,
                               .relative_gap = options.Number("gap"),
                               .run = AtMost(static_cast<double>(options.Integer("passes")), run.control)});
    weights_ = std::move(svm.weights);
    weights_.noalias() -= svm.shift * svm.shared.transpose();
    facts_ = FactsOfGap(svm.primal, svm.dual, svm.passes, svm.ending);
    facts_.insert(facts_.begin(), {"scaling", scaling_.rule()});
    return svm;
  }

  explicit LinearTagModel(const ModelFile& model)
      : scaling_(RowScaling::Load(model)),
        tags_(GetTags("tags", model, num_tags_)),
        decoding_(TagDecoding::Load(model)),
        weights_(model.Matrix("weights")) {
    const int64_t coding = common::ParseInteger(model.Text("coding"), model.path);
    if (coding < 0 || coding > 3 || weights_.rows() != num_tags_) {
      common::ThrowDataError(model.path, "a coding and weights that are consistent", "inconsistent ones",
                             "train the model again");
    }
    coding_ = static_cast<TagCoding>(coding);
  }

  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool&) const override {
    const Eigen::MatrixXd scores = scaling_.Apply(rows) * weights_.transpose();
    if (decoding_.is_sign) return scores;
    return DecodeTagScores(scores, tags_, TagVectors(tags_, num_tags_, coding_), decoding_.neighbors);
  }
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return decoding_.Tags(scores);
  }
  NamedFacts Facts() const override { return facts_; }
  void Save(ModelFile& model) const override {
    scaling_.Save(model);
    decoding_.Save(model);
    PutTags("tags", tags_, num_tags_, model);
    model.texts["coding"] = std::to_string(static_cast<int>(coding_));
    model.matrices["weights"] = weights_;
  }

 private:
  RowScaling scaling_;
  int num_tags_ = 0;  // declared before tags_, whose initialisation sets it
  std::vector<TagList> tags_;
  TagCoding coding_ = TagCoding::kUnit01;
  TagDecoding decoding_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights_;
  NamedFacts facts_;
};

TagTraining TrainJoint(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
  if (options.Text("input_kernel") == "linear" && options.Text("output_kernel") == "plain") {
    auto model = std::make_unique<LinearTagModel>(data, options);
    JointSvm svm = model->Train(data, options, run);
    return TrainingOf(std::move(model), std::move(svm));
  }
  auto model = std::make_unique<KernelTagModel>(data, options, run.control.seed);
  kernels::GramBlocks<float> products = model->Products(run.memory, run.pool);
  KernelJointSvm svm = TrainKernelJointSvm(
      products, {.cost = options.Number("c"),
                 .relative_gap = options.Number("gap"),
                 .run = AtMost(static_cast<double>(options.Integer("passes")), run.control)});
  model->SetAlpha(std::move(svm.alpha));
  for (auto& [name, value] : FactsOfGap(svm.primal, svm.dual, svm.passes, svm.ending)) {
    model->AddFact(name, value);
  }
  return TrainingOf(std::move(model), std::move(svm));
}

std::unique_ptr<TagModel> LoadJoint(const ModelFile& model) {
  if (model.matrices.contains("weights")) return std::make_unique<LinearTagModel>(model);
  return std::make_unique<KernelTagModel>(model);
}

TagTraining TrainPerceptron(const MultiLabelData& data, const OptionValues& options,
                            const TagLearnerRun& run) {
  auto model = std::make_unique<KernelTagModel>(data, options, run.control.seed);
  kernels::GramBlocks<float> products = model->Products(run.memory, run.pool);
  const std::string& rule = options.Text("rule");
  JointPerceptron perceptron = TrainJointPerceptron(
      products, {.rule = rule == "plain"          ? PerceptronRule::kPlain
                         : rule == "printed_dual" ? PerceptronRule::kPrintedDual
                                                  : PerceptronRule::kNormalized,
                 .margin = options.Number("margin"),
                 .step = options.Number("step"),
                 .run = AtMost(static_cast<double>(options.Integer("passes")), run.control)});
  model->SetAlpha(std::move(perceptron.alpha));
  model->AddFact("updates", std::to_string(perceptron.updates));
  const bool is_separated = perceptron.ending == common::Ending::kConverged;
  model->AddFact("passes",
                 fmt::format("{}{}", perceptron.passes, is_separated ? ", the last without an update" : ""));
  model->AddFact("ending", std::string(common::EndingName(perceptron.ending)));
  return TrainingOf(std::move(model), std::move(perceptron));
}

}  // namespace

TagLearner JointLearner() {
  std::vector<common::OptionDeclaration> options = {
      common::PositiveOption("c", 1, "C, the weight of a slack, not divided by the number of rows")};
  for (common::OptionDeclaration& option : JointOptions()) options.push_back(std::move(option));
  options.push_back(common::PositiveOption("gap", 1e-6, "relative duality gap at which training ends"));
  options.push_back(common::IntegerOption("passes", static_cast<int64_t>(kUsualPasses),
                                          {.min = 1, .max = 1'000'000'000},
                                          "largest number of passes over the rows"));
  return {.name = "joint",
          .summary = "the joint SVM: all tags by one machine",
          .options = std::move(options),
          .train = TrainJoint,
          .load = LoadJoint};
}

TagLearner PerceptronLearner() {
  std::vector<common::OptionDeclaration> options = {
      common::PositiveOption("margin", 0.5, "a row with a score below it makes an update"),
      common::PositiveOption("step", 1, "size of an update; no effect with rule=normalized"),
      common::ChoiceOption("rule", "normalized", {"normalized", "plain", "printed_dual"},
                           "score divided by |W|, score itself, or Figure 2 of the paper as printed"),
      common::IntegerOption("passes", 20, {.min = 1, .max = 1'000'000'000},
                            "largest number of passes over the rows")};
  for (common::OptionDeclaration& option : JointOptions()) options.push_back(std::move(option));
  return {.name = "perceptron",
          .summary = "the joint SVM's perceptron, JSVM-Per",
          .options = std::move(options),
          .train = TrainPerceptron,
          .load = [](const ModelFile& model) { return std::make_unique<KernelTagModel>(model); }};
}

}  // namespace structlab::structured_learning
