// Learners by name: compares each with a reference, saved and loaded; compares tags by neighbors with their
// definitions.
#include "structured_learning/multilabel/tag_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/neighbor_tags.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Each tag has a direction; a row has the tags whose directions it is close to.
MultiLabelData Drawn(uint64_t seed, int rows) {
  common::RandomStream random(seed, "drawn tags");
  MultiLabelData data;
  data.num_tags = 5;
  MatrixXd x(rows, 8);
  for (int i = 0; i < rows; ++i) {
    TagList tags;
    for (int c = 0; c < 8; ++c) x(i, c) = random.Uniform() < 0.3 ? 0 : random.Normal();
    for (int t = 0; t < 5; ++t) {
      if (x(i, t) + 0.5 * x(i, t + 1) > 0.8) tags.push_back(t);
    }
    data.tags.push_back(tags);
  }
  data.features = x.sparseView();
  data.features.makeCompressed();
  for (int t = 0; t < 5; ++t) data.tag_names.push_back("tag " + std::to_string(t));
  return data;
}

common::OptionValues OptionsOf(const std::string& learner, const std::vector<std::string>& assignments = {}) {
  common::OptionValues options(learner, FindTagLearner(learner).options);
  for (const std::string& assignment : assignments) options.Parse(assignment);
  return options;
}

TEST(TagLearner, EachLearnsAndIsSavedAndLoaded) {
  const common::ScratchFolder folder("tag_learner");
  common::ThreadPool one(1), two(2);
  const MultiLabelData train = Drawn(1, 400), test = Drawn(2, 200);
  const std::pair<std::string, std::vector<std::string>> settings[] = {
      {"joint", {}},
      {"joint", {"coding=centred", "decode=sign"}},
      {"joint", {"rows=centred", "neighbors=3"}},
      {"joint", {"rows=auto"}},
      {"one_vs_rest", {"rows=standardized"}},
      {"joint", {"input_kernel=gaussian:gamma=median", "coding=centred", "gap=1e-4"}},
      {"joint",
       {"input_kernel=polynomial", "output_kernel=polynomial", "coding=centred", "gap=1e-4", "rows=centred"}},
      {"joint", {"output_kernel=odds", "coding=unit_pm1", "gap=1e-4"}},
      {"perceptron", {"input_kernel=polynomial", "coding=centred", "margin=0.1"}},
      {"one_vs_rest", {}},
      {"one_vs_rest", {"loss=squared_hinge", "bias=0", "rows=raw"}},
      {"joint", {"decode=top", "top=2"}},
      {"kernel_one_vs_rest", {"input_kernel=gaussian"}},
      {"kernel_one_vs_rest", {"decode=neighbors", "neighbors=5", "coding=centred", "rows=centred"}},
      {"jec", {"top=2", "groups=4,4"}},
      {"tagprop", {"top=0", "distance=l2", "neighbors=20"}},
  };
  for (const auto& [name, values] : settings) {
    SCOPED_TRACE(name + " " + testing::PrintToString(values));
    const TagLearner& learner = FindTagLearner(name);
    const common::OptionValues options = OptionsOf(name, values);
    const SavedTagModel model = TrainTagModel(learner, train, options, {.pool = two});
    const MatrixXd scores = model.model->Scores(test.features, one);
    const std::vector<TagList> tags = model.model->Tags(scores);
    const double f1 = MeasureTags(test.tags, tags, 5).micro.f1;
    // Tags at random with the right frequency have an F1 of about 0.27.
    EXPECT_GE(f1, 0.5);
    const std::string path = folder.path() + "/model";
    WriteTagModel(model, path);
    const SavedTagModel loaded = ReadTagModel(path);
    EXPECT_EQ(loaded.tag_names, train.tag_names);
    const MatrixXd again = loaded.model->Scores(test.features, two);
    EXPECT_EQ((again - scores).norm(), 0);
    EXPECT_EQ(loaded.model->Tags(again), tags);
    // The same training with another number of threads and little memory.
    const SavedTagModel other =
        TrainTagModel(learner, train, options, {.pool = one, .memory = 2 * 256 * 400 * 4});
    EXPECT_EQ((other.model->Scores(test.features, two) - scores).norm(), 0);
  }
}

// Computes "standardized" and "centred" by hand; one column is constant.
TEST(TagLearner, RowsAreScaledAsTrainingRowsAre) {
  common::ThreadPool pool(1);
  MultiLabelData train = Drawn(1, 100), test = Drawn(2, 20);
  MatrixXd x = train.features, y = test.features;
  x.col(6).setConstant(3);
  train.features = x.sparseView();
  const TagLearner& learner = FindTagLearner("joint");
  for (const std::string rule : {"centred", "standardized"}) {
    const Eigen::RowVectorXd mean = x.colwise().mean();
    MatrixXd scaled_x = x.rowwise() - mean, scaled_y = y.rowwise() - mean;
    if (rule == "standardized") {
      for (int c = 0; c < 8; ++c) {
        const double deviation = std::sqrt(scaled_x.col(c).squaredNorm() / 100);
        scaled_x.col(c) *= c == 6 ? 0 : 1 / deviation;
        scaled_y.col(c) *= c == 6 ? 0 : 1 / deviation;
      }
    }
    MultiLabelData by_hand = train;
    by_hand.features = scaled_x.sparseView();
    const common::OptionValues scaling = OptionsOf("joint", {"gap=1e-9", "rows=" + rule}),
                               unit = OptionsOf("joint", {"gap=1e-9"});
    const MatrixXd found =
        TrainTagModel(learner, train, scaling, {.pool = pool}).model->Scores(test.features, pool);
    const FeatureRows scaled_test = scaled_y.sparseView();
    const MatrixXd expected =
        TrainTagModel(learner, by_hand, unit, {.pool = pool}).model->Scores(scaled_test, pool);
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-6);
  }
}

// A table of all entries of many sparse rows would need far more memory than the rows.
TEST(TagLearner, AutomaticScalingKeepsManySparseRowsSparse) {
  common::ThreadPool pool(1);
  const TagLearner& learner = FindTagLearner("one_vs_rest");
  const common::OptionValues options = OptionsOf("one_vs_rest", {"rows=auto", "passes=1"});
  const auto rule_of = [&](int columns, bool is_full) {
    MultiLabelData data;
    data.num_tags = 1;
    data.features =
        is_full ? FeatureRows(MatrixXd::Ones(100, columns).sparseView()) : FeatureRows(100, columns);
    for (int i = 0; i < 100; ++i) {
      if (!is_full) data.features.insert(i, i) = 1;
      data.tags.push_back(i < 50 ? TagList{0} : TagList{});
    }
    data.features.makeCompressed();
    return TrainTagModel(learner, data, options, {.pool = pool}).model->Facts()[0].second;
  };
  EXPECT_EQ(rule_of(1000, true), "standardized");
  EXPECT_EQ(rule_of(1000, false), "standardized");
  EXPECT_EQ(rule_of(200'000, false), "unit");
}

// Moving all rows does not change distances, although floats cannot hold such rows; so the learned model does
// not change either.
TEST(TagLearner, KernelsOfDistancesStandOffsets) {
  common::ThreadPool pool(1);
  const TagLearner& learner = FindTagLearner("joint");
  for (const bool is_dense : {true, false}) {
    const auto moved = [&](uint64_t seed, int rows, double offset) {
      MultiLabelData data = Drawn(seed, rows);
      MatrixXd x = MatrixXd::Zero(rows, is_dense ? 8 : 80);
      // Multiples of 2^-20, which the offset does not round.
      x.leftCols(8) = (MatrixXd(data.features) * 1048576).array().round() / 1048576;
      if (is_dense) {
        x.array() += offset;
      } else {
        x.col(3).array() += offset;
      }
      data.features = x.sparseView();
      return data;
    };
    const common::OptionValues options =
        OptionsOf("joint", {"input_kernel=gaussian", "rows=raw", "coding=centred", "decode=sign"});
    MatrixXd expected;
    for (const double offset : {0.0, 1e3, 1e6, 1e8}) {
      const SavedTagModel model = TrainTagModel(learner, moved(1, 200, offset), options, {.pool = pool});
      const MatrixXd scores = model.model->Scores(moved(2, 50, offset).features, pool);
      if (offset == 0) expected = scores;
      EXPECT_LE((scores - expected).cwiseAbs().maxCoeff(), 1e-3 * expected.cwiseAbs().maxCoeff()) << offset;
    }
  }
}

// Features in other units give the same model, or an error that says what to do.
TEST(TagLearner, FeaturesOfAnySizeAreLearnedOrRefused) {
  const common::ScratchFolder folder("tag_learner");
  common::ThreadPool pool(1);
  const std::pair<std::string, std::vector<std::string>> settings[] = {
      {"joint", {}},
      {"joint", {"rows=centred"}},
      {"joint", {"rows=standardized"}},
      {"joint", {"input_kernel=gaussian"}},
      {"joint", {"input_kernel=polynomial", "rows=raw"}},
      {"joint", {"input_kernel=gaussian", "rows=raw"}},
      {"perceptron", {"rows=standardized"}},
      {"perceptron", {"input_kernel=polynomial", "rows=raw"}},
      {"one_vs_rest", {"rows=standardized"}},
      {"one_vs_rest", {}},
      {"one_vs_rest", {"rows=raw"}},
      {"one_vs_rest", {"rows=raw", "loss=squared_hinge"}},
      {"one_vs_rest", {"rows=raw", "loss=logistic"}},
      {"jec", {"distance=l2"}},
  };
  for (const auto& [name, values] : settings) {
    const TagLearner& learner = FindTagLearner(name);
    const common::OptionValues options = OptionsOf(name, values);
    const bool is_raw = options.Has("rows") ? options.Text("rows") == "raw" : true;
    for (const int exponent : {-900, -130, 63, 100, 900, 1020}) {
      SCOPED_TRACE(name + " " + testing::PrintToString(values) + " " + std::to_string(exponent));
      MultiLabelData train = Drawn(1, 100), test = Drawn(2, 30);
      MatrixXd expected, found;
      const auto run = [&] {
        const SavedTagModel model = TrainTagModel(learner, train, options, {.pool = pool});
        WriteTagModel(model, folder.path() + "/model");
        return model.model->Scores(test.features, pool);
      };
      expected = run();
      train.features *= std::ldexp(1.0, exponent);
      test.features *= std::ldexp(1.0, exponent);
      const std::string message = MessageOf([&] { found = run(); });
      if (is_raw) {
        if (message == "no error") {
          EXPECT_TRUE(found.allFinite());
          EXPECT_GT(found.cwiseAbs().maxCoeff(), 0);
        } else if (name == "jec") {
          EXPECT_NE(message.find("divide large features"), std::string::npos) << message;
        } else if (exponent > 0 || name == "one_vs_rest") {
          EXPECT_NE(message.find("rows=standardized"), std::string::npos) << message;
        }
        continue;
      }
      EXPECT_EQ(message, "no error");
      EXPECT_TRUE(message != "no error" || found == expected);
    }
  }
  const TagLearner& learner = FindTagLearner("one_vs_rest");
  for (const std::string cost : {"1e-50", "1e-39", "1e+39", "1e+300"}) {
    const common::OptionValues options = OptionsOf("one_vs_rest", {"c=" + cost});
    EXPECT_EQ(MessageOf([&] { TrainTagModel(learner, Drawn(1, 30), options, {.pool = pool}); }),
              "one-vs-rest: expected a cost from 1e-30 to 1e30, found " + cost);
  }
}

// A small file with large indices must not allocate gigabytes; realistic wide data sets are accepted.
TEST(TagLearner, TablesAreInProportionToTheData) {
  common::ThreadPool pool(1);
  const auto message = [&](const std::string& name, const std::vector<std::string>& values, int columns,
                           int num_tags) {
    MultiLabelData data;
    data.num_tags = num_tags;
    data.tags = {{0}, {num_tags - 1}};
    data.features.resize(2, columns);
    data.features.insert(0, 0) = 1;
    data.features.insert(1, columns - 1) = 1;
    data.features.makeCompressed();
    const common::OptionValues options = OptionsOf(name, values);
    return MessageOf([&] { TrainTagModel(FindTagLearner(name), data, options, {.pool = pool}); });
  };
  EXPECT_EQ(
      message("joint", {}, 30'000'000, 2),
      "joint: expected weights of tags and features in proportion to 6 rows and entries of the data, found "
      "2 x 30000000, 458 MiB; number features and tags without large gaps");
  for (const std::string name :
       {"joint", "one_vs_rest", "kernel_one_vs_rest", "perceptron", "jec", "tagprop"}) {
    EXPECT_NE(message(name, {}, 1, 30'000'000).find("numbers of tags in proportion"), std::string::npos)
        << name;
    EXPECT_NE(message(name, {}, 1, 2'000'000'000).find("15 GiB"), std::string::npos) << name;
    EXPECT_EQ(message(name, {}, 1000, 1000), "no error") << name;
  }
  EXPECT_NE(message("one_vs_rest", {}, 30'000'000, 2).find("for each feature and row"), std::string::npos);
  EXPECT_NE(message("perceptron", {"rows=centred"}, 30'000'000, 2).find("minus their mean"),
            std::string::npos);
  EXPECT_NE(message("joint", {"output_kernel=odds"}, 2, 100'000).find("odds of pairs"), std::string::npos);
  // Delicious-200K, Amazon-670K and Wiki10-31K of the Extreme Classification Repository by their counts, of
  // which rows and features are a hundredth here.
  const struct {
    double rows, features, tags, entries;
  } sets[] = {
      {196'606, 782'585, 205'443, 301}, {490'449, 135'909, 670'091, 75}, {14'146, 101'938, 30'938, 673}};
  for (const auto& set : sets) {
    MultiLabelData data;
    data.tags.resize(static_cast<size_t>(set.rows / 100));
    data.features.resize(1, 1);
    data.features.resizeNonZeros(static_cast<Eigen::Index>(set.rows / 100 * set.entries));
    data.features.outerIndexPtr()[1] = static_cast<int>(set.rows / 100 * set.entries);
    EXPECT_EQ(MessageOf([&] { CheckTableSize(data, set.tags, set.features / 100, "", ""); }), "no error");
  }
}

TEST(TagLearner, MistakesAreTold) {
  common::ThreadPool pool(1);
  const MultiLabelData data = Drawn(1, 30);
  const TagLearner& joint = FindTagLearner("joint");
  common::OptionValues options = OptionsOf("joint");
  const SavedTagModel model = TrainTagModel(joint, data, options, {.pool = pool});
  EXPECT_EQ(MessageOf([&] { model.model->Scores(FeatureRows(2, 9), pool); }),
            "features: expected 8 as in training, found 9");
  EXPECT_NE(MessageOf([] { FindTagLearner("jont"); }).find("one of joint"), std::string::npos);
  options.Parse("output_kernel=odds");
  options.Parse("decode=sign");
  EXPECT_EQ(MessageOf([&] { TrainTagModel(joint, data, options, {.pool = pool}); }),
            "decode: expected neighbors, since the output kernel is not plain, found sign");
  for (const std::string kernel : {"linear", "polynomial"}) {
    common::OptionValues sign = OptionsOf("joint", {"decode=sign", "input_kernel=" + kernel});
    EXPECT_EQ(MessageOf([&] { TrainTagModel(joint, data, sign, {.pool = pool}); }),
              "decode: expected neighbors, since --coding=unit_01 has no negative numbers, found sign; set "
              "--coding=centred or --coding=unit_pm1");
    sign.Parse("coding=unit_pm1");
    EXPECT_EQ(MessageOf([&] { TrainTagModel(joint, data, sign, {.pool = pool}); }), "no error");
  }
  MultiLabelData none = data;
  none.features.resize(0, 8);
  none.tags.clear();
  EXPECT_EQ(MessageOf([&] { TrainTagModel(joint, none, options, {.pool = pool}); }),
            "joint: expected at least one row and one tag, found 0 rows and 5 tags");
  const TagLearner& jec = FindTagLearner("jec");
  const common::OptionValues groups = OptionsOf("jec", {"groups=4,5"});
  EXPECT_EQ(MessageOf([&] { TrainTagModel(jec, data, groups, {.pool = pool}); }),
            "groups: expected numbers of columns with the sum 8, such as 100,512, found '4,5'");
  MultiLabelData empty = data;
  empty.features.resize(30, 0);
  for (const std::string name : {"jec", "tagprop"}) {
    const TagLearner& learner = FindTagLearner(name);
    EXPECT_EQ(
        MessageOf([&] { TrainTagModel(learner, empty, OptionsOf(name), {.pool = pool}); }),
        "nearest rows: expected rows with at least one feature, found none; take a file with features, or "
        "another learner");
  }
  SavedTagModel named = TrainTagModel(joint, data, OptionsOf("joint"), {.pool = pool});
  named.feature_names = {"a", "b", "c", "d", "e", "f", "g", "h"};
  MultiLabelData others = data;
  others.feature_names = {"a", "b", "x", "d", "e", "f", "g", "h"};
  EXPECT_EQ(MessageOf([&] { CheckFeatures(named, others, "test.arff"); }),
            "test.arff: expected 'c' as feature 3, as the model was trained with, found 'x'; take the file "
            "that has the features of training, or train again");
}

double Distance(const VectorXd& a, const VectorXd& b, RowDistance distance) {
  return distance == RowDistance::kL1 ? (a - b).lpNorm<1>() : (a - b).norm();
}

TEST(NearestTrainingRows, AreThoseOfTheDefinition) {
  common::ThreadPool pool(2);
  const MultiLabelData data = Drawn(3, 40), queries = Drawn(4, 10);
  const MatrixXd x = data.features, q = queries.features;
  const std::vector<FeatureGroup> groups = {{0, 3, RowDistance::kL1},
                                            {4, 8, RowDistance::kL2}};  // 3 is in none
  VectorXd largest = VectorXd::Zero(2);
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      for (int g = 0; g < 2; ++g) {
        const FeatureGroup& group = groups[g];
        const int width = group.end - group.begin;
        largest[g] =
            std::max(largest[g], Distance(x.row(i).segment(group.begin, width).transpose(),
                                          x.row(j).segment(group.begin, width).transpose(), group.distance));
      }
    }
  }
  const NearestTrainingRows nearest(data.features, groups, pool);
  const auto found = nearest.Find(queries.features, 7, false, pool);
  const auto own = nearest.Find(data.features, 50, true, pool);
  for (int i = 0; i < 10; ++i) {
    std::vector<std::pair<double, int>> all;
    for (int j = 0; j < 40; ++j) {
      double sum = 0;
      for (int g = 0; g < 2; ++g) {
        const FeatureGroup& group = groups[g];
        const int width = group.end - group.begin;
        sum += Distance(q.row(i).segment(group.begin, width).transpose(),
                        x.row(j).segment(group.begin, width).transpose(), group.distance) /
               largest[g];
      }
      all.emplace_back(sum, j);
    }
    std::ranges::sort(all);
    for (size_t k = 0; k < 7; ++k) EXPECT_EQ(found[i][k], all[k].second);
    EXPECT_EQ(own[i].size(), 39U);
    EXPECT_EQ(std::ranges::count(own[i], i), 0);
  }
}

// Differences of rows that are far from the origin, and from each other.
TEST(NearestTrainingRows, KeepTheirDigitsFarFromTheOrigin) {
  common::ThreadPool pool(1);
  const MatrixXd x = MatrixXd(Drawn(3, 40).features), q = MatrixXd(Drawn(4, 10).features);
  for (const double offset : {0.0, 1e2, 1e4, 1e8}) {
    // Multiples of 2^-20, which the offset does not round.
    const auto moved = [&](const MatrixXd& rows) {
      MatrixXd result = (rows * 1048576).array().round() / 1048576 + offset;
      result.topRows(rows.rows() / 2).col(0).array() -= offset;
      return FeatureRows(result.sparseView());
    };
    const FeatureRows training = moved(x), queries = moved(q);
    const NearestTrainingRows nearest(training, {{0, 8, RowDistance::kL2}}, pool);
    const auto found = nearest.Find(queries, 5, false, pool);
    for (int i = 0; i < 10; ++i) {
      std::vector<std::pair<double, int>> all;
      for (int j = 0; j < 40; ++j) {
        all.emplace_back((VectorXd(queries.row(i)) - VectorXd(training.row(j))).norm(), j);
      }
      std::ranges::sort(all);
      for (size_t k = 0; k < 5; ++k) EXPECT_EQ(found[i][k], all[k].second) << offset;
    }
  }
}

TEST(NeighborTags, JecByHand) {
  // Row 0 has tags 0, 1; tag 1 is more frequent. Tag 2 occurs with tag 1 once, tag 3 never.
  const std::vector<TagList> tags = {{0, 1}, {1, 2}, {3}, {1}};
  const MatrixXd scores = JecScores(std::vector<std::vector<int>>{{0, 1, 2}}, tags, 5);
  EXPECT_DOUBLE_EQ(scores(0, 0), 1.25);
  EXPECT_DOUBLE_EQ(scores(0, 1), 1.75);
  EXPECT_GT(scores(0, 2), scores(0, 3));
  EXPECT_GT(scores(0, 3), 0);
  EXPECT_EQ(scores(0, 4), 0);
}

double LogLikelihood(const std::vector<std::vector<int>>& neighbors, const std::vector<TagList>& tags,
                     int num_tags, const VectorXd& weights) {
  const MatrixXd p = RankWeightedScores(neighbors, tags, num_tags, weights);
  double present = 0, absent = 0, count = 0;
  for (size_t i = 0; i < tags.size(); ++i) {
    for (int t = 0; t < num_tags; ++t) {
      const double here = p(static_cast<Eigen::Index>(i), t);
      if (std::ranges::find(tags[i], t) != tags[i].end()) {
        present += std::log(here);
        ++count;
      } else {
        absent += std::log(1 - here);
      }
    }
  }
  return 0.5 * present / count + 0.5 * absent / (static_cast<double>(tags.size()) * num_tags - count);
}

TEST(NeighborTags, RankWeightsMaximiseTheLikelihood) {
  common::ThreadPool pool(1);
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const MultiLabelData data = Drawn(seed, 60);
    const NearestTrainingRows nearest(data.features, {{0, 8, RowDistance::kL1}}, pool);
    const auto neighbors = nearest.Find(data.features, 3, true, pool);
    const RankWeights fitted = FitRankWeights(neighbors, data.tags, 5, TrainingRun(20'000));
    EXPECT_EQ(fitted.ending, common::Ending::kConverged);
    EXPECT_NEAR(fitted.weights.sum(), 1, 1e-12);
    EXPECT_NEAR(fitted.log_likelihood, LogLikelihood(neighbors, data.tags, 5, fitted.weights), 1e-9);
    double best = -1e300;
    for (int a = 0; a <= 50; ++a) {
      for (int b = 0; a + b <= 50; ++b) {
        const VectorXd weights = VectorXd{{a / 50.0, b / 50.0, (50 - a - b) / 50.0}};
        best = std::max(best, LogLikelihood(neighbors, data.tags, 5, weights));
      }
    }
    EXPECT_GE(fitted.log_likelihood, best - 1e-4);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
