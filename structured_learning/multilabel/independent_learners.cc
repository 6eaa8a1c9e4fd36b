// Registers the learners with one machine for each tag (one_vs_rest) and those that use neighbors (jec,
// tagprop).
#include <fmt/format.h>

#include <charconv>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/neighbor_tags.h"
#include "structured_learning/multilabel/one_vs_rest.h"
#include "structured_learning/multilabel/own_learners.h"

namespace structlab::structured_learning {
namespace {

using common::OptionValues;
using kernels::ModelFile;

// Appends a column with the value `bias` in every row; none if it is 0.
FeatureRows WithBias(const FeatureRows& rows, double bias) {
  if (bias == 0) return rows;
  FeatureRows wider(rows.rows(), rows.cols() + 1);
  wider.reserve(rows.nonZeros() + rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    wider.startVec(i);
    for (FeatureRows::InnerIterator at(rows, i); at; ++at) wider.insertBack(i, at.col()) = at.value();
    wider.insertBack(i, rows.cols()) = bias;
  }
  wider.finalize();
  return wider;
}

class OneVsRestModel final : public TagModel {
 public:
  OneVsRestModel(const MultiLabelData& data, const OptionValues& options)
      : scaling_(options.Text("rows"), data), bias_(options.Number("bias")) {
    CheckTableSize(data, data.num_tags, static_cast<double>(data.features.cols() + data.features.rows()),
                   "one_vs_rest", "numbers of tags for each feature and row");
  }

  // Returns what was learned, without the weights.
  OneVsRest Train(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
    MultiLabelData scaled = data;
    scaled.feature_names.clear();
    scaled.features = WithBias(scaling_.Apply(data.features), bias_);
    const std::string& loss = options.Text("loss");
    OneVsRest learned = TrainOneVsRest(scaled, {.cost = options.Number("c"),
                                                .loss = loss == "squared_hinge" ? TagLoss::kSquaredHinge
                                                        : loss == "logistic"    ? TagLoss::kLogistic
                                                                                : TagLoss::kHinge,
                                                .relative_gap = options.Number("gap"),
                                                .run = RunOf(options, run)});
    machines_.weights = std::move(learned.weights);
    facts_ = FactsOfGap(learned.primal, learned.dual, learned.passes, learned.ending);
    facts_.insert(facts_.begin(), {"scaling", scaling_.rule()});
    return learned;
  }

  explicit OneVsRestModel(const ModelFile& model)
      : scaling_(RowScaling::Load(model)), bias_(common::ParseDouble(model.Text("bias"), model.path)) {
    machines_.weights = model.Matrix("weights").cast<float>();
  }

  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool&) const override {
    return TagScores(machines_, WithBias(scaling_.Apply(rows), bias_));
  }
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return TagsAbove(scores, 0);
  }
  NamedFacts Facts() const override { return facts_; }
  void Save(ModelFile& model) const override {
    scaling_.Save(model);
    model.texts["bias"] = common::FormatDouble(bias_);
    model.matrices["weights"] = machines_.weights.cast<double>();
  }

 private:
  RowScaling scaling_;
  double bias_;
  OneVsRest machines_;  // only the weights
  NamedFacts facts_;
};

// Parses "100,512" as groups of 100 and 512 columns; if empty, all columns are one group.
std::vector<FeatureGroup> GroupsOf(const std::string& text, RowDistance distance, Eigen::Index columns) {
  if (text.empty()) return {{0, static_cast<int>(columns), distance}};
  std::vector<FeatureGroup> groups;
  int64_t begin = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    int64_t width = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, width);
    if (error != std::errc() || stop != text.data() + end || width < 1 || begin + width > columns) {
      common::ThrowUsageError("groups",
                              fmt::format("numbers of columns with the sum {}, such as 100,512", columns),
                              common::Quote(text));
    }
    groups.push_back({static_cast<int>(begin), static_cast<int>(begin + width), distance});
    begin += width;
    at = end + 1;
  }
  if (begin == columns) return groups;
  common::ThrowUsageError("groups", fmt::format("numbers of columns with the sum {}", columns),
                          fmt::format("the sum {}", begin));
}

// The model of JEC, or of TagProp if there are weights.
class NeighborModel final : public TagModel {
 public:
  NeighborModel(const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run)
      : num_tags_(data.num_tags),
        tags_(data.tags),
        groups_(options.Text("groups")),
        is_l2_(options.Text("distance") == "l2"),
        count_(static_cast<int>(options.Integer("neighbors"))),
        top_(static_cast<int>(options.Integer("top"))),
        nearest_(data.features, GroupsOf(groups_, Distance(), data.features.cols()), run.pool) {}

  RankWeights FitWeights(const TagLearnerRun& run) {
    RankWeights fitted = FitRankWeights(nearest_.Find(nearest_.rows(), count_, true, run.pool), tags_,
                                        num_tags_, AtMost(kUsualSteps, run.control));
    weights_ = fitted.weights;
    facts_ = {{"mean log-likelihood", common::FormatShort(fitted.log_likelihood)},
              {"steps", std::to_string(fitted.steps)},
              {"ending", std::string(common::EndingName(fitted.ending))}};
    return fitted;
  }

  NeighborModel(const ModelFile& model, common::ThreadPool& pool)
      : tags_(GetTags("tags", model, num_tags_)),
        groups_(model.Text("groups")),
        is_l2_(model.Text("distance") == "l2"),
        count_(static_cast<int>(IntegerIn(model, "neighbors", 1))),
        top_(static_cast<int>(IntegerIn(model, "top", 0))),
        weights_(model.Matrix("weights").reshaped()),
        nearest_(Rows(model), GroupsOf(groups_, Distance(), Rows(model).cols()), pool) {
    if (static_cast<size_t>(nearest_.rows().rows()) != tags_.size()) {
      common::ThrowDataError(model.path, "as many tag lists as training rows", "another number",
                             "train the model again");
    }
  }

  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool& pool) const override {
    const std::vector<std::vector<int>> neighbors = nearest_.Find(rows, count_, false, pool);
    return weights_.size() > 0 ? RankWeightedScores(neighbors, tags_, num_tags_, weights_)
                               : JecScores(neighbors, tags_, num_tags_);
  }
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return top_ == 0 ? TagsAbove(scores, 0.5) : TopTags(scores, top_);
  }
  NamedFacts Facts() const override { return facts_; }
  void Save(ModelFile& model) const override {
    PutRows("training", nearest_.rows(), model);
    PutTags("tags", tags_, num_tags_, model);
    model.texts["groups"] = groups_;
    model.texts["distance"] = is_l2_ ? "l2" : "l1";
    model.texts["neighbors"] = std::to_string(count_);
    model.texts["top"] = std::to_string(top_);
    model.matrices["weights"] = weights_;
  }

 private:
  static FeatureRows Rows(const ModelFile& model) { return GetRows("training", model); }
  RowDistance Distance() const { return is_l2_ ? RowDistance::kL2 : RowDistance::kL1; }

  int num_tags_ = 0;  // declared before tags_, whose initialisation sets it
  std::vector<TagList> tags_;
  std::string groups_;
  bool is_l2_;
  int count_, top_;
  Eigen::VectorXd weights_;  // empty: JEC
  NearestTrainingRows nearest_;
  NamedFacts facts_;
};

std::unique_ptr<TagModel> LoadNeighbors(const ModelFile& model) {
  common::ThreadPool pool(1);
  return std::make_unique<NeighborModel>(model, pool);
}

std::vector<common::OptionDeclaration> NeighborOptions(int neighbors) {
  return {
      common::IntegerOption("neighbors", neighbors, {.min = 1, .max = 1'000'000},
                            "number of nearest training rows"),
      common::ChoiceOption("distance", "l1", {"l1", "l2"},
                           "distance between rows, within a group of columns"),
      common::TextOption("groups", "",
                         "numbers of columns of groups with equal weight, such as 100,512; empty: one group"),
      common::IntegerOption("top", 5, {.min = 0, .max = 1'000'000},
                            "number of tags for each row, by score; 0: all with a score above 0.5")};
}

}  // namespace

TagLearner OneVsRestLearner() {
  std::vector<common::OptionDeclaration> declared = {
      common::PositiveOption("c", 1, "C, the weight of a loss, not divided by the number of rows"),
      common::ChoiceOption("loss", "hinge", {"hinge", "squared_hinge", "logistic"},
                           "max(0, 1 - z), its square, log(1 + exp(-z))"),
      common::NumberOption("bias", 1, {.min = 0},
                           "value of a constant feature that is added to every row; 0: none"),
      RowScaling::Option("unit")};
  for (common::OptionDeclaration& option : GapOptions(1e-3)) declared.push_back(std::move(option));
  return {.name = "one_vs_rest",
          .summary = "a linear SVM for each tag, all in one batch",
          .options = std::move(declared),
          .train =
              [](const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
                auto model = std::make_unique<OneVsRestModel>(data, options);
                OneVsRest learned = model->Train(data, options, run);
                return TrainingOf(std::move(model), std::move(learned));
              },
          .load = [](const ModelFile& model) { return std::make_unique<OneVsRestModel>(model); }};
}

TagLearner JecLearner() {
  return {.name = "jec",
          .summary = "tags of the nearest rows, joint equal contribution",
          .options = NeighborOptions(5),
          .train =
              [](const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
                return TagTraining{std::make_unique<NeighborModel>(data, options, run)};
              },
          .load = LoadNeighbors};
}

TagLearner TagPropLearner() {
  return {.name = "tagprop",
          .summary = "tags of the nearest rows with learned weights of their ranks, TagProp",
          .options = NeighborOptions(100),
          .train =
              [](const MultiLabelData& data, const OptionValues& options, const TagLearnerRun& run) {
                auto model = std::make_unique<NeighborModel>(data, options, run);
                RankWeights fitted = model->FitWeights(run);
                return TrainingOf(std::move(model), std::move(fitted));
              },
          .load = LoadNeighbors};
}

}  // namespace structlab::structured_learning
