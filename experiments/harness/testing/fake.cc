// A package that nobody published, with every kind of trouble; the programs fake and other_fake.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/harness/testing/fake_texts.h"

namespace structlab::harness {
namespace {

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

void Sleep(int64_t milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

void Hog() {
  std::vector<std::string> blocks;
  for (size_t i = 0; i < (size_t{1} << 16); ++i) {
    blocks.emplace_back(size_t{1} << 20, static_cast<char>('a' + i % 7));
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
  while (kind == "sleep") Sleep(1000);
  if (kind == "hog") Hog();
  if (kind == "picture") record.Picture("Figure 4", "pattern", {.width = 2, .height = 2, .values = {1}});
  record.Value("Table 2(a,b), left", "trouble", kind == "nan" ? std::nan("") : 1.5);
  if (kind == "refuse") record.Refuse("the fake method takes no trouble");
}

// A ramp: grey for steady, coloured for noisy; as wide as the size says.
Picture Pattern(const Case& c) {
  Picture picture{.width = 20 * static_cast<int>(c.setting.Number("size")),
                  .height = 12,
                  .channels = c.method == "steady" ? 1 : 3};
  for (int i = 0; i < picture.width * picture.height * picture.channels; ++i) {
    picture.values.push_back(static_cast<uint8_t>(4 * i));
  }
  return picture;
}

void MeasureGrid(double size, Recorder& record) {
  const Case& c = record.this_case();
  double area = size * size;
  if (c.method == "noisy") area += 1 + DataOf(c) + 0.1 * common::RandomStream(c.seed, c.name).Normal();
  record.Value("Table 1", "area", area);
  if (size == 1) record.Note("it is the smallest");
  record.Value("timing", "seconds", 0.001 * size);
  const std::vector<double> x = {1, 2, 3}, y = {size, area, size + area};
  record.Curve("Figure 1", "area_vs_size", x, y);
  record.Picture("Figure 4", "pattern", Pattern(c));
  const double unknown = std::nan("");
  record.Items("ours: corners", "area", {.ids = {"a", "b", "c"}, .groups = {{"left", "left", "right"}}},
               {{area, size, unknown}});
}

void PlanAll(Planner& plan) {
  plan.dataset = "Tiny";
  plan.data = {"tiny"};
  for (const char* method : {"steady", "noisy"}) {
    for (const int number : {1, 2, 3}) {
      Case& c = plan.Add("grid", method, {{"size", std::to_string(number)}});
      c.repeats = 2;
      c.Int("depth");
      const double size = number * c.Number("size_factor");
      const int64_t milliseconds = c.Int("milliseconds");
      c.run = [=](uint64_t, Recorder& record) {
        Sleep(milliseconds);
        MeasureGrid(size, record);
      };
    }
  }
  plan.data.clear();
  const auto add = [&](const std::string& name, const std::string& key, const std::string& value) -> Case& {
    Case c = {.name = name, .dataset = "Tiny", .method = "steady", .setting = {{key, value}}};
    c.deterministic = true;
    return plan.Add(std::move(c));
  };
  Case& trouble = add("trouble", "trouble", plan.Text("trouble"));
  const std::string kind = trouble.Text("trouble");
  trouble.run = [=](uint64_t, Recorder& record) { MakeTrouble(kind, record); };
  for (int64_t i = 0; i < plan.Int("cases"); ++i) {
    Case& c = add("more/" + std::to_string(i), "i", std::to_string(i));
    const int64_t milliseconds = c.Int("milliseconds");
    c.run = [=](uint64_t, Recorder& record) {
      Sleep(milliseconds);
      record.Value("Table 3", "square", static_cast<double>(i * i));
    };
  }
}

void Fill(Package& package) {
  package.Data({"tiny", ResolveTiny});
  package.Plan(PlanAll);
  const Values area = {.table = "Table 1", .metric = "area", .cases = "grid/"};
  package.Claim("F1", Less(area.Of("steady"), area.Of("noisy")));
  package.Claim("F2", "bounded", AtMost(area, 100).IndependentOfData());
  package.Claim("F2", "small", AtMost(area, 1).IndependentOfData());
  package.Figure("figure_1",
                 Curves({.table = "Figure 1", .metric = "area_vs_size"}).LinePer({"steady", "noisy"}));
  package.Figure("figure_3", Curves({.table = "Figure 3", .metric = "never_drawn"}).LinePer({"steady"}));
  package.Figure(
      "figure_4",
      Pictures({.table = "Figure 4", .metric = "pattern", .cases = "grid/"}).LinePer({"steady", "noisy"}));
}

std::string DigestFromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "built" : value;
}

}  // namespace

Package MakePackage() {
  Package package(FAKE_NAME, {.about = texts::kAbout,
                              .reported = texts::kReported,
                              .claims = texts::kClaims,
                              .settings = texts::kSettings,
                              .columns = texts::kColumns});
  package.AddSection("all", DigestFromEnvironment("FAKE_SECTION_DIGEST"), Fill);
  package.AddMethodLibrary("noisy", DigestFromEnvironment("FAKE_NOISY_DIGEST"));
  package.AddMethodLibrary("*", DigestFromEnvironment("FAKE_STEADY_DIGEST"));
  return package;
}

}  // namespace structlab::harness
