// Registers the learners with kernels of features: the joint SVM, its perceptron, and an SVM for each tag.
#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "common/thread_clock.h"
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
class LinearTagModel final : public DecodedTagModel {
 public:
  LinearTagModel(const MultiLabelData& data, const OptionValues& options)
      : DecodedTagModel(options),
        scaling_(options.Text("rows") == "raw" ? "unit" : options.Text("rows"), data),
        num_tags_(data.num_tags),
        tags_(data.tags),
        coding_(CodingOf(options)) {
    CheckDecoding(decoding(), {.coding = coding_});
    CheckTableSize(data, data.num_tags, static_cast<double>(data.features.cols()), "joint",
                   "weights of tags and features");
  }

  // Returns what was learned, without the weights.
  JointSvm Train(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
    MultiLabelData scaled = data;
    scaled.features = scaling_.Apply(data.features);
    JointSvm svm = TrainJointSvm(scaled, {.cost = options.Number("c"),
                                          .coding = coding_,
                                          .relative_gap = options.Number("gap"),
                                          .run = RunOf(options, run)});
    weights_ = std::move(svm.weights);
    weights_.noalias() -= svm.shift * svm.shared.transpose();
    AddFact("scaling", scaling_.rule());
    AddFacts(FactsOfGap(svm.primal, svm.dual, svm.passes, svm.ending));
    return svm;
  }

  explicit LinearTagModel(const ModelFile& model)
      : DecodedTagModel(model),
        scaling_(RowScaling::Load(model)),
        tags_(GetTags("tags", model, num_tags_)),
        coding_(CodingIn(model)),
        weights_(model.Matrix("weights")) {
    if (weights_.rows() != num_tags_) {
      common::ThrowDataError(model.path, "weights of all tags", "another number", "train the model again");
    }
  }

  void Save(ModelFile& model) const override {
    DecodedTagModel::Save(model);
    scaling_.Save(model);
    PutTags("tags", tags_, num_tags_, model);
    model.texts["coding"] = std::to_string(static_cast<int>(coding_));
    model.matrices["weights"] = weights_;
  }

 private:
  std::vector<Eigen::MatrixXd> ScoresFor(const FeatureRows& rows, std::span<const TagDecoding> decodings,
                                         common::ThreadPool&) const override {
    const Eigen::MatrixXd scores = scaling_.Apply(rows) * weights_.transpose();
    const TagVectors vectors(tags_, num_tags_, coding_);
    std::vector<Eigen::MatrixXd> found;
    for (const TagDecoding& decoding : decodings) {
      CheckDecoding(decoding, {.coding = coding_});
      found.push_back(decoding.rule == "sign"
                          ? scores
                          : DecodeTagScores(scores, tags_, vectors, {.neighbors = decoding.neighbors}));
    }
    return found;
  }

  RowScaling scaling_;
  int num_tags_ = 0;  // declared before tags_, whose initialisation sets it
  std::vector<TagList> tags_;
  TagCoding coding_ = TagCoding::kUnit01;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights_;
};

KernelJointSvmOptions SolverOf(const OptionValues& options, const TagLearnerRun& run) {
  return {.cost = options.Number("c"), .relative_gap = options.Number("gap"), .run = RunOf(options, run)};
}

// Trains a model with a kernel of features. `learn` takes the Gram matrix, of a joint machine times the
// kernel of tags, and the model.
template <class Learn>
TagTraining TrainOnGram(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run,
                        const Learn& learn) {
  auto model = std::make_unique<KernelTagModel>(data, options, run.control.seed);
  common::Stopwatch gram_watch, solver_watch;
  gram_watch.Start();
  const bool is_joint = options.Has("output_kernel");
  kernels::GramBlocks<float> gram =
      model->Gram(run.memory, run.pool, is_joint ? TimesTagKernel<float>(model->tags()) : nullptr);
  gram_watch.Stop();
  solver_watch.Start();
  TagTraining training = learn(gram, *model);
  solver_watch.Stop();
  training.model = std::move(model);
  training.gram_seconds = gram_watch.seconds();
  training.solver_seconds = solver_watch.seconds();
  return training;
}

TagTraining TrainJoint(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
  if (options.Text("input_kernel") == "linear" && options.Text("output_kernel") == "plain") {
    auto model = std::make_unique<LinearTagModel>(data, options);
    JointSvm svm = model->Train(data, options, run);
    return TrainingOf(std::move(model), std::move(svm));
  }
  return TrainOnGram(data, options, run, [&](kernels::GramBlocks<float>& products, KernelTagModel& model) {
    KernelJointSvm svm = TrainKernelJointSvm(products, SolverOf(options, run));
    model.SetAlpha(std::move(svm.alpha));
    model.AddFacts(FactsOfGap(svm.primal, svm.dual, svm.passes, svm.ending));
    return TrainingOf(nullptr, std::move(svm));
  });
}

std::unique_ptr<TagModel> LoadJoint(const ModelFile& model) {
  if (model.matrices.contains("weights")) return std::make_unique<LinearTagModel>(model);
  return std::make_unique<KernelTagModel>(model);
}

TagTraining TrainPerceptron(const MultiLabelData& data, const OptionValues& options,
                            const TagLearnerRun& run) {
  return TrainOnGram(data, options, run, [&](kernels::GramBlocks<float>& products, KernelTagModel& model) {
    const std::string& rule = options.Text("rule");
    JointPerceptron perceptron =
        TrainJointPerceptron(products, {.rule = rule == "plain"          ? PerceptronRule::kPlain
                                                : rule == "printed_dual" ? PerceptronRule::kPrintedDual
                                                                         : PerceptronRule::kNormalized,
                                        .margin = options.Number("margin"),
                                        .step = options.Number("step"),
                                        .run = RunOf(options, run)});
    model.SetAlpha(std::move(perceptron.alpha));
    model.AddFact("updates", std::to_string(perceptron.updates));
    const bool is_separated = perceptron.ending == common::Ending::kConverged;
    model.AddFact("passes",
                  fmt::format("{}{}", perceptron.passes, is_separated ? ", the last without an update" : ""));
    model.AddFact("ending", std::string(common::EndingName(perceptron.ending)));
    return TrainingOf(nullptr, std::move(perceptron));
  });
}

// One machine after the other. A limit of the run holds for each of them.
TagTraining TrainKernelOneVsRest(const MultiLabelData& data, const OptionValues& options,
                                 const TagLearnerRun& run) {
  CheckTableSize(data, data.num_tags, static_cast<double>(data.features.rows()), "kernel_one_vs_rest",
                 "numbers of tags for each row");
  return TrainOnGram(data, options, run, [&](kernels::GramBlocks<float>& gram, KernelTagModel& model) {
    TagTraining training = {.model = nullptr, .ending = common::Ending::kGapReached};
    Eigen::MatrixXd machines(data.features.rows(), data.num_tags);
    double primal = 0, dual = 0;
    for (int tag = 0; tag < data.num_tags; ++tag) {
      std::vector<signed char> signs;
      for (const TagList& tags : data.tags) signs.push_back(std::ranges::binary_search(tags, tag) ? 1 : -1);
      const KernelJointSvm svm = TrainKernelJointSvm(gram, SolverOf(options, run), signs);
      for (size_t i = 0; i < signs.size(); ++i) {
        machines(static_cast<Eigen::Index>(i), tag) = svm.alpha[i] * signs[i];
      }
      training.passes += svm.passes;
      primal += svm.primal;
      dual += svm.dual;
      if (svm.ending != common::Ending::kGapReached) training.ending = svm.ending;
    }
    model.SetMachines(std::move(machines));
    model.AddFacts(FactsOfGap(primal, dual, training.passes, training.ending));
    return training;
  });
}

std::unique_ptr<TagModel> LoadKernelModel(const ModelFile& model) {
  return std::make_unique<KernelTagModel>(model);
}

}  // namespace

TagLearner JointLearner() {
  std::vector<common::OptionDeclaration> options = {
      common::PositiveOption("c", 1, "C, the weight of a slack, not divided by the number of rows")};
  for (common::OptionDeclaration& option : JointOptions()) options.push_back(std::move(option));
  for (common::OptionDeclaration& option : GapOptions(1e-6)) options.push_back(std::move(option));
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
          .load = LoadKernelModel};
}

TagLearner KernelOneVsRestLearner() {
  std::vector<common::OptionDeclaration> options = {
      common::PositiveOption("c", 1, "C, the weight of a slack, not divided by the number of rows")};
  for (common::OptionDeclaration& option : KernelOptions("sign")) options.push_back(std::move(option));
  for (common::OptionDeclaration& option : GapOptions(1e-3)) options.push_back(std::move(option));
  return {.name = "kernel_one_vs_rest",
          .summary = "an SVM for each tag with a kernel, without bias",
          .options = std::move(options),
          .train = TrainKernelOneVsRest,
          .load = LoadKernelModel};
}

}  // namespace structlab::structured_learning
