// What the report shows, as plain values: the harness fills them in, the report and the tables of
// results are written from them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/setting.h"

namespace structlab::harness {

// Whose data a number comes from: the paper's own; real data of the same kind; generated.
enum class DataOrigin { kReal, kSubstitute, kStandIn };

// Whose protocol: as printed; smaller; changed, by --set or by the package to explain a difference.
enum class Protocol { kPaper, kCut, kChanged };

// Whether an experiment of ours shows why a row differs from the source.
enum class ExplanationKind {
  kNone,         // nothing was tried, or the row does not differ
  kExplained,    // what the text names gives the source's number
  kUnexplained,  // what was tried does not explain it
};

struct Explanation {
  ExplanationKind kind = ExplanationKind::kNone;
  std::string text = {};  // what was tried, and the numbers; may be empty
};

enum class Verdict { kHolds, kFails, kUndecided, kNotTested };

enum class Profile { kSmoke, kQuick, kPaper };

// Of a row without a number whose curves or pictures are stored and that no figure shows.
inline constexpr const char* kNotDrawn = "recorded";

// One row of results.tsv: the mean over the cases that differ only in the seed.
struct ResultRow {
  std::string package, table, dataset;
  std::optional<DataOrigin> data;  // the worst of its cases'; none where no case is behind it
  std::string method;
  Setting setting;
  std::string metric;
  std::optional<double> value;  // none: a curve, picture or figure stands for it, or it was not run
  std::optional<double> std;    // over the seeds; none for one
  int n = 0;
  std::string unit;
  std::optional<bool> higher_is_better;
  std::optional<double> reported, reported_std;
  bool is_reported_row = false;  // some reported row has this key, with a number or without
  std::string reported_note;     // what the source says beside it
  std::string figure;            // id of the figure that shows it, where it has no number, or kNotDrawn
  Protocol protocol = Protocol::kPaper;
  std::vector<std::string> departures;  // from the source, with the reason
  Profile profile = Profile::kQuick;
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;  // sums, and the largest, over the cases
  std::vector<uint64_t> seeds;
  std::vector<std::string> cases;  // their keys
  Explanation explanation;         // why it differs from the source, where it does
  std::string missing;             // why a reported row has no result, where it has none
  bool is_applicable = true;       // false: it has none since its method refuses the source's protocol
};

// One row of claims.tsv.
struct ClaimRow {
  std::string id, part;  // part is empty for the whole claim
  std::string package;
  std::optional<DataOrigin> data;  // the worst of the cases that it is about; none if none of them was run
  Profile profile = Profile::kQuick;
  Verdict verdict = Verdict::kNotTested;
  std::string evidence;   // numbers, test, interval; or why it was not tested
  std::string statement;  // as the source has it
  std::string rule;       // how the verdict is reached
};

enum class CaseState { kDone, kFailed, kTimedOut, kOutOfMemory, kRefused, kNotRun };

struct CaseRow {
  std::string key;
  CaseState state = CaseState::kNotRun;
  std::string message;  // why, where it is not done
  std::string command;  // the exact command that runs this case alone
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;
  std::string finished;  // time of day, UTC
};

// One line of a drawing.
struct Series {
  std::string name;
  std::vector<double> x, y;
  bool points_only = false;
};

// Grey (1 channel) or sRGB (3), row by row from the upper left: values[(y * width + x) * channels + channel].
struct Picture {
  int width = 0, height = 0, channels = 1;
  std::vector<uint8_t> values = {};

  friend bool operator==(const Picture&, const Picture&) = default;
};

// A picture of a figure, with what tells it from those beside it.
struct Panel {
  std::string caption;
  Picture picture;
};

// A drawing of curves, pictures side by side, or both; of the source or of our own.
struct Figure {
  std::string id;       // file name without ending, unique in the package
  std::string title;    // "Figure 5.2c"
  std::string caption;  // what is seen, and whose data
  std::string x_label, y_label;
  bool log_x = false, log_y = false;
  std::optional<double> horizontal_line;  // e.g. the tolerance
  std::string horizontal_line_name;
  std::vector<Series> series;
  std::vector<Panel> panels = {};
};

// A row that tools/bench measured and kept: ours beside a yardstick, in the same run.
struct RecordedBenchmark {
  std::string benchmark;  // name/variant
  double value = 0;
  std::string unit;  // less is better, but for a rate, which ends in "/s"
  std::string yardstick;
  std::optional<double> yardstick_value, ratio;  // how many times better ours is
  std::string target;                            // "ratio>=20", "value<=8", or empty
  std::optional<bool> is_met;
  int threads = 1;
  std::string note;
  std::string commit, date, processor;
};

// Key and value, shown as they are: commit, processor, compiler, libraries, checksums.
struct Fact {
  std::string name, value;
};

struct PackageReport {
  std::string name;          // folder under experiments/
  std::string title;         // what it regenerates
  std::string source;        // as in Experiment
  std::string introduction;  // a paragraph for the reader; plain text, blank line between paragraphs
  std::vector<std::string> conclusions;  // paragraphs: what the results come to
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  std::vector<CaseRow> cases;
  std::vector<Figure> figures;
  std::vector<RecordedBenchmark> benchmarks = {};
  std::vector<std::string> departures;  // of the package as a whole, with reasons
  std::vector<Fact> settings;           // resolved
  std::vector<Fact> provenance;
  std::string command;                // that made this page
  Profile profile = Profile::kQuick;  // of that command
  int reported_rows = 0;
  bool interrupted = false;  // the run that made this page did not get to its end
};

struct RunReport {
  std::vector<PackageReport> packages;
  std::string command;
  std::vector<Fact> provenance;
  std::vector<Fact> not_run = {};  // packages that this command left out, each with the reason
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_
