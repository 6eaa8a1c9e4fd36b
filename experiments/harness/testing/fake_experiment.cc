#include "experiments/harness/testing/fake_experiment.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "experiments/harness/setting_check.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kReported =
    "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n"
    "Table 1\tTiny\tsteady\tsize=1.0\tarea\t1\t\tm2\ttrue\tas printed\n"
    "Table 1\tTiny\tsteady\tsize=2\tarea\t4.5\t0.1\tm2\ttrue\t\n"
    "Table 1\tTiny\tnoisy\tsize=1\tarea\t1\t\tm2\ttrue\t\n"
    "Table 1\tTiny\tnoisy\tsize=9\tarea\t81\t\tm2\ttrue\tnot in the plan\n"
    "Figure 1\tTiny\tall methods\t\tarea_vs_size\t\t\t\t\tcurve only\n"
    "Figure 2\tTiny\tsteady\tsize=1\ttrace\t\t\t\t\tcurve only\n"
    "Figure 3\tTiny\tsteady\t\tnever_drawn\t\t\t\t\tcurve only\n"
    "Figure 4\tTiny\tall methods\t\tpattern\t\t\t\t\tpicture only\n";

constexpr std::string_view kClaims =
    "id\tstatement\n"
    "F1\tSteady areas are smaller than noisy ones.\n"
    "F2\tAreas are bounded, and finite.\n"
    "F3\tNobody has a rule for this.\n";

std::vector<DeclaredRow> Rows() {
  std::vector<DeclaredRow> rows;
  for (const char* method : {"steady", "noisy"}) {
    for (const int size : {1, 2, 3, 9}) {
      rows.push_back({.key = {.table = "Table 1",
                              .dataset = "Tiny",
                              .method = method,
                              .setting = Setting{{"size", std::to_string(size)}},
                              .metric = "area"},
                      .unit = "m2",
                      .higher_is_better = true});
    }
  }
  rows.push_back({.key = {"Figure 1", "Tiny", "all methods", {}, "area_vs_size"},
                  .figure = "figure_1",
                  .needs_methods = {"steady", "noisy"}});
  rows.push_back({.key = {"Figure 2", "Tiny", "steady", Setting{{"size", "1"}}, "trace"}});
  rows.push_back({.key = {"Figure 3", "Tiny", "steady", {}, "never_drawn"}, .figure = "figure_3"});
  rows.push_back({.key = {"Figure 4", "Tiny", "all methods", {}, "pattern"},
                  .figure = "figure_4",
                  .needs_methods = {"steady", "noisy"}});
  return rows;
}

std::vector<Claim> Claims() {
  return {{.id = "F1",
           .rule = "paired t over sizes and seeds, 95%",
           .decide =
               [](const Results& results) {
                 return DecideLess(Pair(results.Values({.method = "steady", .metric = "area"}),
                                        results.Values({.method = "noisy", .metric = "area"})));
               }},
          {.id = "F2",
           .part = "bounded",
           .rule = "every area at most 100 size_factor^2",
           .decide =
               [](const Results& results) {
                 const double factor = results.settings().Number("size_factor");
                 return DecideAllAtMost(results.Values({.metric = "area"}), 100 * factor * factor, "area");
               },
           .independent_of_data = true},
          {.id = "F2",
           .part = "small",
           .rule = "every area at most 1",
           .decide =
               [](const Results& results) {
                 return DecideAllAtMost(results.Values({.metric = "area"}), 1, "area");
               },
           .independent_of_data = true}};
}

Dataset ResolveTiny(const std::string& data_folder) {
  const std::string folder = data_folder + "/tiny";
  if (!std::filesystem::exists(folder)) {
    return {.name = "tiny", .origin = DataOrigin::kStandIn, .checksums = {{"generator", "constant 0.5"}}};
  }
  const std::string path = folder + "/number.txt";
  const std::string text = common::ReadFile(path);
  common::ParseDouble(text, path + ":1:1");
  return {.name = "tiny",
          .origin = DataOrigin::kReal,
          .path = path,
          .checksums = {{"number.txt", common::Sha256OfText(text)}}};
}

double DataOf(const Case& c) {
  const Dataset& tiny = c.Data("tiny");
  return tiny.path.empty() ? 0.5 : common::ParseDouble(common::ReadFile(tiny.path), tiny.path);
}

std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  for (const char* method : {"steady", "noisy"}) {
    for (const int size : {1, 2, 3}) {
      cases.push_back({.name = std::string("grid/") + method + "/size=" + std::to_string(size),
                       .dataset = "Tiny",
                       .method = method,
                       .setting = Setting{{"size", std::to_string(size)}},
                       .parameters = request.settings,
                       .data = {"tiny"},
                       .serves = {"Table 1", "Figure 1", "Figure 2", "Figure 4", "F1", "F2"},
                       .protocol = request.profile == Profile::kPaper ? Protocol::kPaper : Protocol::kCut,
                       .departures = {"small, because it is fake"},
                       .repeats = 2});
    }
  }
  cases.push_back({.name = "trouble",
                   .dataset = "Tiny",
                   .method = "steady",
                   .setting = Setting{{"trouble", request.settings.Text("trouble")}},
                   .parameters = request.settings,
                   .serves = {"Table 1"},
                   .deterministic = true});
  for (int64_t i = 0; i < request.settings.Integer("cases"); ++i) {
    cases.push_back({.name = "more/" + std::to_string(i),
                     .dataset = "Tiny",
                     .method = "steady",
                     .setting = Setting{{"i", std::to_string(i)}},
                     .parameters = request.settings,
                     .serves = {"Table 1"},
                     .deterministic = true});
  }
  return cases;
}

[[noreturn]] void Sleep() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void Hog() {
  std::vector<std::unique_ptr<std::string>> blocks;
  for (size_t i = 0; i < (size_t{1} << 16); ++i) {
    blocks.push_back(std::make_unique<std::string>(size_t{1} << 20, static_cast<char>('a' + i % 7)));
  }
}

void MakeTrouble(const std::string& kind, Recorder& record) {
  if (kind == "throw") throw std::runtime_error("trouble was asked for");
  if (kind == "damaged") common::ThrowDataError("tiny.txt:3:1", "a number", "'x'");
  if (kind == "crash") std::raise(SIGSEGV);
  if (kind == "abort") {
    std::fprintf(stderr, "about to abort\n");
    std::abort();
  }
  if (kind == "sleep") Sleep();
  if (kind == "hog") Hog();
  if (kind == "print") std::printf("a case prints\n");
  if (kind == "picture") record.Picture("Figure 4", "pattern", {.width = 2, .height = 2, .values = {1}});
  record.Value("Table 2", "trouble", kind == "nan" ? std::nan("") : 1.5);
  if (kind == "refuse") record.Refuse("the fake method takes no trouble");
}

// A ramp: grey for steady, with the colours of three ramps for noisy; as wide as the size says.
Picture Pattern(const Case& c) {
  Picture picture{.width = 20 * static_cast<int>(c.setting.Number("size")),
                  .height = 12,
                  .channels = c.method == "steady" ? 1 : 3};
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      for (int channel = 0; channel < picture.channels; ++channel) {
        picture.values.push_back(static_cast<uint8_t>(4 * x + 20 * y * channel));
      }
    }
  }
  return picture;
}

void Run(const Case& c, Recorder& record) {
  std::this_thread::sleep_for(std::chrono::milliseconds(c.parameters.Integer("milliseconds")));
  if (c.name == "trouble") return MakeTrouble(c.parameters.Text("trouble"), record);
  if (c.name.starts_with("more/")) {
    return record.Value("Table 3", "square", c.setting.Number("i") * c.setting.Number("i"));
  }
  const double size = c.setting.Number("size") * c.parameters.Number("size_factor");
  double area = size * size;
  if (c.method == "noisy") area += 1 + DataOf(c) + 0.1 * common::RandomStream(c.seed, c.name).Normal();
  record.Value("Table 1", "area", area);
  record.Value("timing", "seconds", 0.001 * size, {.unit = "s"});
  const std::vector<double> x = {1, 2, 3}, y = {size, area, size + area};
  record.Curve("Figure 1", "area_vs_size", x, y);
  if (c.method == "steady") record.Curve("Figure 2", "trace", x, y);
  record.Picture("Figure 4", "pattern", Pattern(c));
}

Figure Titled(const std::string& id, const std::string& title, const std::string& caption) {
  Figure figure;
  figure.id = id;
  figure.title = title;
  figure.caption = caption;
  return figure;
}

std::vector<Figure> Draw(const Results& results) {
  Figure curves =
      Titled("figure_1", "Figure 1", "fake, with sizes times " + results.settings().Text("size_factor"));
  curves.x_label = "x";
  curves.y_label = "area";
  for (const char* method : {"steady", "noisy"}) {
    curves.series.push_back(MeanCurve(method, results.Curves({.table = "Figure 1", .method = method})));
  }
  Figure empty = Titled("figure_3", "Figure 3", "");
  empty.series = {{"empty", {}, {}}};
  Figure pictures = Titled("figure_4", "Figure 4", "the patterns of all sizes");
  for (const PictureObservation& found : results.Pictures({.table = "Figure 4", .metric = "pattern"})) {
    if (found.seed() != results.cases().front().c.seed) continue;
    pictures.panels.push_back(
        {.caption = found.key().method + ", " + found.key().setting.Format(), .picture = found.picture()});
  }
  return {curves, empty, pictures};
}

}  // namespace

Experiment MakeFakeExperiment(const std::string& name) {
  return {.name = name,
          .title = "A fake experiment",
          .source = "Nobody, nowhere",
          .introduction = "It tests the harness.",
          .reported_tsv = kReported,
          .claims_tsv = kClaims,
          .rows = Rows(),
          .claims = Claims(),
          .not_tested = {{"F3", "it speaks of nothing that is measured"}},
          .datasets = {{"tiny", ResolveTiny}},
          .settings = {{.name = "size_factor",
                        .documentation = "multiplies the size",
                        .paper = "1",
                        .smoke = "1.0",
                        .check = NumberAbove(0)},
                       {.name = "trouble",
                        .documentation = "what happens in the case trouble",
                        .paper = "none",
                        .check = OneOf({"none", "throw", "damaged", "crash", "abort", "sleep", "hog", "print",
                                        "picture", "refuse", "nan"})},
                       {.name = "milliseconds",
                        .documentation = "that every case sleeps",
                        .paper = "0",
                        .check = IntegerWithin(0, 100000)},
                       {.name = "cases",
                        .documentation = "how many more",
                        .paper = "0",
                        .check = IntegerWithin(0, 1000000)}},
          .methods = {"steady", "noisy"},
          .departures = {"nothing is real"},
          .plan = Plan,
          .run = Run,
          .draw = Draw,
          .conclude = [](const Results& results) {
            return std::vector<std::string>{"Cases that are done: " + std::to_string(results.cases().size()) +
                                            "."};
          }};
}

}  // namespace structlab::harness
