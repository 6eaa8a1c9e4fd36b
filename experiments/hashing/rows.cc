#include "experiments/hashing/rows.h"

#include <optional>
#include <string>
#include <utility>

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::DeclaredRow;
using harness::Setting;

void Add(std::vector<DeclaredRow>& rows, harness::RowKey key, const std::string& unit = "",
         std::optional<bool> higher_is_better = {}, const std::string& figure = "") {
  rows.push_back(
      {.key = std::move(key), .unit = unit, .higher_is_better = higher_is_better, .figure = figure});
}

void AddSizes(std::vector<DeclaredRow>& rows) {
  for (const char* dataset : {"RCV1", "DMOZ L2", "DMOZ L3"}) {
    for (const char* metric : {"n_train", "n_test", "n_labels"}) {
      Add(rows, {kTable21, dataset, kStatistics, {}, metric});
    }
  }
  Add(rows, {kProse11, "DMOZ (website topic categorisation)", kStatistics, {}, "n_labels"});
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"})
    Add(rows, {kProse262, dataset, kStatistics, {}, "n_labels"});
}

void AddTimesAndError(std::vector<DeclaredRow>& rows, const char* table, const std::string& dataset,
                      const char* method, const Setting& setting) {
  Add(rows, {table, dataset, method, setting, "preprocessing_time"}, "s", false);
  Add(rows, {table, dataset, method, setting, "load_train_test_time"}, "s", false);
  Add(rows, {table, dataset, method, setting, "error"}, "%", false);
}

void AddRcv1(std::vector<DeclaredRow>& rows) {
  for (const char* method : {kBsgd, kVw, kVwc}) AddTimesAndError(rows, kTable22, "RCV1", method, {});
  AddTimesAndError(rows, kTable22, "RCV1", kHk, DimensionKey(20));
  for (const char* method : {kRp, kHk}) {
    for (const int bits : {8, 9, 10}) {
      AddTimesAndError(rows, kTable23, "RCV1", method, DimensionKey(bits));
      for (const char* metric : {"original_train_size", "new_train_size"}) {
        Add(rows, {kTable23, "RCV1", method, DimensionKey(bits), metric}, "Mb", false);
      }
    }
  }
  Add(rows, {kProse261, "RCV1", kHk, Setting{{"dim", "2^10"}, {"versus", "RP"}}, "speedup"}, "x", true);
  Add(rows, {kProse261, "RCV1", kHk, Setting{{"versus", "RP"}, {"same_dim", "yes"}}, "error_reduction"},
      "percentage points", true);
  Add(rows, {kProse261, "RCV1", kRp, DimensionKey(10), "new_train_size"}, "G");
  for (const int bits : {24, 22, 20, 18, 16, 14}) {
    Add(rows, {kTable24, "RCV1", kHk, CollisionKey(bits), "n_unique_hashes"});
    Add(rows, {kTable24, "RCV1", kHk, CollisionKey(bits), "collision_rate"}, "%", false);
    Add(rows, {kTable24, "RCV1", kHk, CollisionKey(bits), "error"}, "%", false);
  }
}

void AddMemory(std::vector<DeclaredRow>& rows) {
  const Setting words = {{"n_unique_words", "1832704"}};
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"}) {
    const int feature_bits = dataset == std::string("DMOZ L2") ? 19 : 15;
    for (const auto& [method, bits] : {std::pair(kHlf, 28), {kHlf, 24}, {kHf, feature_bits}}) {
      Add(rows, {kTable25, dataset, method, DimensionKey(bits), "error"}, "%", false);
      Add(rows, {kTable25, dataset, method, DimensionKey(bits), "memory"}, "G", false);
    }
    Add(rows, {kTable25, dataset, kNoHash, words, "memory"}, "G", false);
    for (const char* method : {kUniform, kMajority})
      Add(rows, {kTable25, dataset, method, {}, "error"}, "%", false);
  }
  Add(rows, {"Table 2.5 caption", "DMOZ", kNoHash, {}, "n_unique_words"});
  Add(rows, {kProse11, "DMOZ L3", "multi-class SVM (no hash)", {}, "memory"}, "G", false);
}

void AddNeighbours(std::vector<DeclaredRow>& rows) {
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"}) {
    for (const int bits : {28, 24}) {
      Add(rows, {kTable26, dataset, kHlf, DimensionKey(bits), "accuracy"}, "%", true);
    }
    for (const char* method : {kKnn, kKmeans}) {
      for (const char* size : {"3%", "6%", "9%"}) {
        Add(rows, {kTable26, dataset, method, Setting{{"sample_size", size}}, "accuracy"}, "%", true);
      }
      Add(rows,
          {kFigure21, dataset, method, Setting{{"sample_size", "various"}, {"upper_bound", "HK dim 2^28"}},
           "accuracy_vs_sample_size"},
          "%", true, dataset == std::string("DMOZ L2") ? "figure_2_1_left" : "figure_2_1_right");
    }
  }
  const char* const both = "DMOZ L2,DMOZ L3";
  const char* const methods = "KNN,Kmeans";
  const Setting various = {{"sample_size", "various"}};
  Add(rows, {kProse262, both, methods, various, "accuracy_range_low"}, "%", true);
  Add(rows, {kProse262, both, methods, various, "accuracy_range_high"}, "%", true);
  Add(rows,
      {kProse262, both, methods, Setting{{"sample_size", "various"}, {"versus", "HK dim 2^28"}},
       "accuracy_gap"},
      "%", false);
  Add(rows,
      {kProse262, "DMOZ", kKnn, Setting{{"training_set", "full"}, {"batch", "yes"}},
       "estimated_running_time"},
      "days", false);
}

void AddTopicDimensions(std::vector<DeclaredRow>& rows) {
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"}) {
    for (const char* method : {kRp, kHk}) {
      for (const int bits : {7, 8, 9}) AddTimesAndError(rows, kTable27, dataset, method, CoresKey(bits));
    }
  }
  Add(rows, {kProse262, "DMOZ L3", kRp, DimensionKey(19), "estimated_running_time"}, "days", false);
  for (const int bits : {8, 9})
    Add(rows, {"Table 2.7 caption", "DMOZ L3", kRp, DimensionKey(bits), "model_size"}, "MB");
  Add(rows, {"Table 2.7 caption", "DMOZ L3", kRp, {}, "cpu_cache_size"}, "MB");
}

void AddTopics(std::vector<DeclaredRow>& rows) {
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"}) {
    const std::string side = dataset == std::string("DMOZ L2") ? "left" : "right";
    Add(rows, {kFigure22Top, dataset, kTopicFrequencies, Setting{{"split", "train"}}, "topic_counts"}, "", {},
        "figure_2_2_top_" + side);
    Add(rows, {kFigure22Bottom, dataset, kHk, Setting{{"split", "test"}}, "error_probability_by_topic"}, "",
        {}, "figure_2_2_bottom_" + side);
  }
  Add(rows, {kProse262, "DMOZ", kHk, {}, "n_topics_done_very_well"});
}

void AddTheory(std::vector<DeclaredRow>& rows) {
  for (const char* copies : {"1", "2", "3"}) {
    Add(rows,
        {kTheorem2, "", kBound, Setting{{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}},
         "probability_of_information_loss"},
        "", false);
  }
}

void AddGraphs(std::vector<DeclaredRow>& rows) {
  for (const GraphTask& task : GraphTasks()) {
    if (!task.is_printed) continue;
    for (const char* method : {kRw, kSp, kGk, kHk, kHkf}) {
      Add(rows, {kTable28, task.name, method, {}, "accuracy"}, "", true);
    }
    Add(rows, {kTable28, task.name, kGks, Setting{{"graphlets", "8497"}}, "accuracy"}, "", true);
    for (const char* selection : {"no", "yes"}) {
      for (const char* metric : {"accuracy", "auc"}) {
        Add(rows, {kTable29, task.name, kHk, Setting{{"feature_selection", selection}}, metric}, "", true);
      }
    }
  }
}

}  // namespace

std::vector<DeclaredRow> Rows() {
  std::vector<DeclaredRow> rows;
  AddSizes(rows);
  AddRcv1(rows);
  AddMemory(rows);
  AddNeighbours(rows);
  AddTopicDimensions(rows);
  AddTopics(rows);
  AddTheory(rows);
  AddGraphs(rows);
  return rows;
}

}  // namespace structlab::hashing
