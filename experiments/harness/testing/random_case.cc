#include "experiments/harness/testing/random_case.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/random_stream.h"

namespace structlab::harness {
namespace {

using common::RandomStream;

// One in four is a number that is easily lost: NaN, an infinity, -0, the smallest denormal and others.
double RandomNumber(RandomStream& random) {
  using Limits = std::numeric_limits<double>;
  const double odd[] = {Limits::quiet_NaN(),  Limits::infinity(), -Limits::infinity(), -0.0,
                        Limits::denorm_min(), -Limits::min() / 3, Limits::max(),       0.1 + 0.2};
  return random.UniformIndex(4) == 0 ? odd[random.UniformIndex(8)]
                                     : std::exp(9 * random.Normal()) * random.Normal();
}

// Noise or two levels, so that some compress well; some are too small to be compressed.
Picture RandomPicture(RandomStream& random) {
  Picture picture = {.width = 1 + static_cast<int>(random.UniformIndex(90)),
                     .height = 1 + static_cast<int>(random.UniformIndex(90)),
                     .channels = random.UniformIndex(2) == 0 ? 1 : 3};
  picture.values.resize(picture.width * picture.height * picture.channels);
  const uint64_t levels = random.UniformIndex(2) == 0 ? 2 : 256;
  for (uint8_t& value : picture.values) value = static_cast<uint8_t>(random.UniformIndex(levels));
  return picture;
}

// Numbered or named, in groups that are runs or not, with names of signs that texts of items treat specially.
Items RandomItems(RandomStream& random) {
  const size_t size = random.UniformIndex(4) == 0 ? random.UniformIndex(2) : random.UniformIndex(60);
  Items items = {.ids = NumberedItems(size)};
  const bool is_numbered = random.UniformIndex(2) == 0;
  const std::string odd[] = {"",  " a ",        "b;*2", "c,%2C", "tab\t", std::string("zero\0", 5),
                             "5", "\xc3\xa4:\\"};
  for (std::string& id : items.ids) {
    if (!is_numbered) id.append(";").append(odd[random.UniformIndex(8)]);
  }
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    std::vector<std::string>& groups = items.groups.emplace_back();
    while (groups.size() < size) {
      const std::string& group = odd[random.UniformIndex(8)];
      groups.resize(std::min(size, groups.size() + 1 + random.UniformIndex(5)), group);
    }
  }
  return items;
}

// Values and curves under keys with signs that files treat specially; some cases record nothing, some refuse.
Record RandomRecord(RandomStream& random, bool with_notes_and_files) {
  const Case c{.name = "n", .dataset = "data set \xc3\xa4", .method = "a\tb\\n#"};
  Recorder recorder(c);
  if (random.UniformIndex(8) == 0) {
    recorder.Refuse("no");
    return recorder.record();
  }
  for (uint64_t i = random.UniformIndex(6); i > 0; --i) {
    const Setting setting = {{"k", std::to_string(i)}, {"text", "a=b, c"}};
    recorder.Value("table " + std::to_string(i), "metric", RandomNumber(random), {.setting = setting});
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    std::vector<double> x(random.UniformIndex(500)), y(x.size());
    for (std::vector<double>* numbers : {&x, &y}) {
      for (double& number : *numbers) number = RandomNumber(random);
    }
    recorder.Curve("figure", "curve " + std::to_string(i), x, y);
  }
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    recorder.Picture("figure", std::to_string(i), RandomPicture(random));
  }
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    const Items items = RandomItems(random);
    std::vector<std::vector<double>> parts(1 + random.UniformIndex(3), std::vector<double>(items.size()));
    for (std::vector<double>& part : parts) {
      for (double& number : part) number = RandomNumber(random);
      if (!part.empty()) part[0] = std::bit_cast<double>(0xfff0'0000'0000'0000 + 1 + random.UniformIndex(99));
    }
    recorder.Items("items", std::to_string(i), items, parts);
  }
  if (!with_notes_and_files) return recorder.record();
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    recorder.Note("a note\twith \"signs\"\n" + std::to_string(i));
    recorder.File("file" + std::to_string(i), std::string(random.UniformIndex(5000), 'm') + "\n");
  }
  return recorder.record();
}

}  // namespace

std::string TextOf(const Record& record) {
  std::string text = fmt::format("{}{}\n", record.notes, record.refusal ? "refused" : "");
  for (const auto& [key, value, unit] : record.values) {
    text += fmt::format("{}: {} {}\n", Describe(key), value, unit);
  }
  for (const auto& [key, x, y] : record.curves) text += fmt::format("{}: {} over {}\n", Describe(key), y, x);
  for (const auto& [key, p] : record.pictures) {
    text += fmt::format("{}: {}x{}x{} {}\n", Describe(key), p.width, p.height, p.channels, p.values);
  }
  for (const auto& [key, items, parts] : record.items) {
    text += fmt::format("{}: {} {}", Describe(key), items.ids, items.groups);
    for (const std::vector<double>& part : parts) {
      text += " part";
      for (const double value : part) text += fmt::format(" {:x}", std::bit_cast<uint64_t>(value));
    }
    text += "\n";
  }
  for (const auto& [name, content] : record.files) text += fmt::format("{}: {}\n", name, content);
  return text;
}

FinishedCase RandomFinished(uint64_t seed, bool with_notes_and_files) {
  RandomStream random(seed, "finished case");
  FinishedCase finished = {.record = RandomRecord(random, with_notes_and_files),
                           .seconds = random.Uniform(),
                           .cpu_seconds = random.Uniform(),
                           .peak_rss_mb = 1e4 * random.Uniform(),
                           .finished = "2026-01-31",
                           .provenance = {{"processor", "a \t processor"}, {"commit", "0123456789ab"}}};
  std::vector<RecordedValue>& values = finished.record.values;
  for (size_t i = 0; i < values.size(); i += 2) values[i].unit = "s";
  finished.c.name = fmt::format("grid/k={}", seed);
  finished.c.seed = random.UniformIndex(2) == 0 ? 1 : uint64_t{INT64_MAX};
  finished.c.origin = static_cast<DataOrigin>(random.UniformIndex(4));
  finished.c.protocol = static_cast<Protocol>(random.UniformIndex(3));
  if (random.UniformIndex(2) == 0) finished.provenance.push_back({"data digest", "0123456789abcdef"});
  return finished;
}

}  // namespace structlab::harness
