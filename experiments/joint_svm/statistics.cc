// Tables 1 and 2 of paper III, its Figure 3 and Figure 1 of paper I: what the data have.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/tag_correlations.h"

namespace structlab::joint_svm {
namespace {

using datasets::InriaFeature;
using datasets::TagSplit;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::MultiLabelData;

constexpr int kBins = 80;           // of a histogram from -1 to 1
constexpr double kNearZero = 0.05;  // correlations up to it are near 0
constexpr double kStrong = 0.3;     // from it on are strong

double NumTags(const MultiLabelData& data) {
  double tags = 0;
  for (const TagList& list : data.tags) tags += static_cast<double>(list.size());
  return tags;
}

void RecordCorrelations(const char* part, const MultiLabelData& data, const std::string& dataset,
                        bool is_printed, Recorder& record) {
  const std::vector<double> correlations = structured_learning::TagCorrelations(data.tags, data.num_tags);
  std::vector<double> x, y(kBins, 0.0);
  for (int bin = 0; bin < kBins; ++bin) x.push_back(-1 + (2 * bin + 1.0) / kBins);
  double near = 0, strong = 0;
  for (const double correlation : correlations) {
    const auto bin = static_cast<size_t>(
        std::clamp(static_cast<int>(std::floor((correlation + 1) / 2 * kBins)), 0, kBins - 1));
    y[bin] += 1;
    near += std::abs(correlation) <= kNearZero;
    strong += correlation >= kStrong;
  }
  const Setting setting = {{"split", part}};
  const auto pairs = static_cast<double>(correlations.size());
  const harness::Overrides keys = {.dataset = dataset, .method = "pairs of tags", .setting = setting};
  record.Value(kOurCorrelations, "pairs_of_tags", pairs, keys);
  record.Value(kOurCorrelations, "share_near_zero", near / std::max(1.0, pairs), keys);
  record.Value(kOurCorrelations, "share_strong", strong / std::max(1.0, pairs), keys);
  if (is_printed) {
    record.Curve("paper III Figure 3(a)", "histogram_of_label_correlation", x, y,
                 {.dataset = kCorel, .method = "label correlation histogram", .setting = setting});
  } else {
    record.Curve(kOurCorrelations, "histogram_of_label_correlation", x, y, keys);
  }
}

void RecordCounts(const TagSplit& split, Recorder& record) {
  const auto train = static_cast<double>(split.train.tags.size()),
             test = static_cast<double>(split.test.tags.size());
  const auto count = [&](const char* metric, double value) {
    record.Value(kTable1, metric, value, {.dataset = kCorel, .method = "dataset statistics"});
  };
  count("n_labels", split.train.num_tags);
  count("n_train", train);
  count("n_test", test);
  count("avg_labels_per_instance", (NumTags(split.train) + NumTags(split.test)) / (train + test));
}

Case InriaCase(const std::string& name) {
  Case c;
  c.name = "statistics/" + name;
  c.data = {kInriaData};
  c.deterministic = true;
  return c;
}

}  // namespace

void Statistics(Package& package) {
  package.Data(datasets::SourceOf(kMulanData, "joint_svm"));
  package.Plan([](Planner& plan) {
    Case inria = InriaCase("corel5k-inria");
    inria.run = [](uint64_t, Recorder& record) {
      const TagSplit split = datasets::LoadCorel5kInria(record.Data(kInriaData).path);
      RecordCounts(split, record);
      RecordCorrelations("train", split.train, kInriaCorel, true, record);
      RecordCorrelations("test", split.test, kInriaCorel, true, record);
    };
    plan.Add(std::move(inria));
    for (const InriaFeature& feature : datasets::InriaFeatures()) {
      if (!feature.has_test) continue;
      Case c = InriaCase("dimension/" + feature.name);
      c.dataset = "Corel5k,Espgame,Iaprtc12";
      c.method = "feature description";
      c.setting = Setting{{"feature", feature.name}};
      c.run = [&feature](uint64_t, Recorder& record) {
        const std::string& folder = record.Data(kInriaData).path;
        // The stand-in of a feature has its dimension.
        record.Value(kTable2, "dimension",
                     folder.empty() ? feature.dimension : datasets::ReadInriaDimension(folder, feature));
      };
      plan.Add(std::move(c));
    }
    for (const auto& [set, name] :
         {std::pair("corel5k", kMulanCorel), {"scene", kScene}, {"delicious", kDelicious}}) {
      Case c = InriaCase(std::string("mulan/").append(set));
      c.data = {kMulanData};
      c.run = [set = std::string(set), name = std::string(name)](uint64_t, Recorder& record) {
        const TagSplit split =
            datasets::LoadMulanSet(record.Data(kMulanData).path, datasets::FindMulanSet(set));
        RecordCorrelations("train", split.train, name, false, record);
        RecordCorrelations("test", split.test, name, false, record);
      };
      plan.Add(std::move(c));
    }
  });
}

}  // namespace structlab::joint_svm
