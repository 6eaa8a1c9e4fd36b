#include "experiments/harness/report/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <type_traits>

#include "common/readable_number.h"

namespace structlab::harness {

namespace {

using Kind = FigureRule::Kind;
using NamedValues = FigureRule::NamedValues;

template <typename Change>
FigureRule Changed(FigureRule rule, Change change) {
  change(rule);
  return rule;
}

// The value of a setting: of the recorded row, or else of what the case read; null if neither has it.
const std::string* FindSetting(const RowKey& key, const Case& c, const std::string& name) {
  const std::string* text = key.setting.Find(name);
  if (text == nullptr) text = c.parameters.Find(name);
  return text;
}

bool IsFirstSeed(const FinishedCase& finished, const Results& results) {
  return std::ranges::none_of(results.cases(), [&](const FinishedCase& other) {
    return other.c.name == finished.c.name && other.c.seed < finished.c.seed;
  });
}

void AddCase(const FinishedCase& finished, Figure& figure) {
  const std::string key = finished.c.Key();
  if (std::ranges::find(figure.cases, key) == figure.cases.end()) figure.cases.push_back(key);
}

// Calls use(finished case, recorded) for each value that the values ask for, or for each curve or picture of
// the first seed; the figure shows its case.
template <typename Recorded, typename Use>
void ForEach(const Values& values, const Results& results, std::vector<Recorded> Record::*kind,
             Figure& figure, Use use) {
  constexpr bool kOfEachSeed = std::is_same_v<Recorded, RecordedValue>;
  for (const FinishedCase& finished : results.cases()) {
    for (const Recorded& recorded : finished.record.*kind) {
      if (!values.Contain(recorded.key, finished.c)) continue;
      if (!kOfEachSeed && !IsFirstSeed(finished, results)) continue;
      use(finished, recorded);
      AddCase(finished, figure);
    }
  }
}

// Adds the lines of some values: those that the rule names, in its order, then those of other methods in the
// order of the plan, which is that of `found`. A named line without points makes the figure incomplete.
void AddLines(const FigureRule& rule, const NamedValues& shown, std::vector<Series> found, Figure& figure) {
  const auto add = [&](const std::string& method, const std::string& name, bool is_named) {
    const auto line = std::ranges::find(found, method, &Series::name);
    if (line == found.end() || line->x.empty()) {
      figure.is_complete = figure.is_complete && !is_named;
      return;
    }
    figure.series.push_back({.name = name, .x = std::move(line->x), .y = std::move(line->y)});
    line->x.clear();
  };
  const std::string& method = shown.values.method;
  if (!shown.name.empty() && found.size() <= 1 && (!method.empty() || rule.methods.empty())) {
    add(found.empty() ? method : found.front().name, shown.name, /*is_named=*/true);
    return;
  }
  const auto name_of = [&](const std::string& of) {
    return shown.name.empty() ? of : fmt::format("{}, {}", of, shown.name);
  };
  for (const std::string& named : rule.methods) {
    if (method.empty() || method == named) add(named, name_of(named), /*is_named=*/true);
  }
  for (size_t i = 0; i < found.size(); ++i) add(found[i].name, name_of(found[i].name), /*is_named=*/false);
}

// The line of a method among those found so far.
Series& LineOf(const std::string& method, std::vector<Series>& found) {
  const auto line = std::ranges::find(found, method, &Series::name);
  if (line != found.end()) return *line;
  return found.emplace_back(Series{.name = method});
}

// The largest value in each of `bins` equal parts of the axis, for a curve whose hundreds of teeth would be a
// solid block. Points without a logarithm are left out of a logarithmic axis.
Series EnvelopeOf(const Series& curve, int bins, bool log_x) {
  std::vector<std::pair<double, size_t>> points;  // position on the axis
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const double at = log_x ? std::log(curve.x[i]) : curve.x[i];
    if (std::isfinite(at)) points.emplace_back(at, i);
  }
  if (points.empty()) return {};
  const double low = std::ranges::min(points).first, width = (std::ranges::max(points).first - low) / bins;
  std::map<int, size_t> largest;  // bin to point
  for (const auto& [at, i] : points) {
    const int bin = width > 0 ? std::min(static_cast<int>((at - low) / width), bins - 1) : 0;
    const auto [found, is_new] = largest.try_emplace(bin, i);
    if (!is_new && curve.y[i] > curve.y[found->second]) found->second = i;
  }
  Series envelope;
  for (const auto& [bin, point] : largest) {
    envelope.x.push_back(curve.x[point]);
    envelope.y.push_back(curve.y[point]);
  }
  return envelope;
}

// The curves of several cases of a line follow each other, by their first points.
void DrawCurves(const FigureRule& rule, const NamedValues& shown, const Results& results, Figure& figure) {
  std::vector<const RecordedCurve*> curves;
  std::vector<Series> found;
  ForEach(shown.values, results, &Record::curves, figure,
          [&](const FinishedCase&, const RecordedCurve& curve) {
            curves.push_back(&curve);
            LineOf(curve.key.method, found);
          });
  std::ranges::stable_sort(
      curves, {}, [](const RecordedCurve* curve) { return curve->x.empty() ? HUGE_VAL : curve->x.front(); });
  for (const RecordedCurve* curve : curves) {
    Series part = {.x = curve->x, .y = curve->y};
    if (rule.envelope_bins > 0) part = EnvelopeOf(part, rule.envelope_bins, rule.axes.log_x);
    Series& line = LineOf(curve->key.method, found);
    line.x.insert(line.x.end(), part.x.begin(), part.x.end());
    for (const double y : part.y) line.y.push_back(y + shown.values.plus);
  }
  AddLines(rule, shown, std::move(found), figure);
}

void DrawLines(const FigureRule& rule, const NamedValues& shown, const Results& results, Figure& figure) {
  std::vector<Series> found;
  std::map<std::string, std::map<double, std::vector<double>>> points;  // method, position, values there
  ForEach(shown.values, results, &Record::values, figure,
          [&](const FinishedCase& finished, const RecordedValue& recorded) {
            const std::string* at = FindSetting(recorded.key, finished.c, rule.over);
            const std::optional<double> value = shown.values.NumberOf(recorded, finished, results);
            if (at == nullptr || !value) return;
            LineOf(recorded.key.method, found);
            points[recorded.key.method][Setting{{rule.over, *at}}.Number(rule.over)].push_back(*value);
          });
  // Unlike common::Mean this takes values that are not finite.
  for (Series& line : found) {
    for (const auto& [at, values] : points[line.name]) {
      line.x.push_back(at);
      line.y.push_back(std::accumulate(values.begin(), values.end(), 0.0) /
                       static_cast<double>(values.size()));
    }
  }
  AddLines(rule, shown, std::move(found), figure);
}

// "A, kappa1=0.5": what tells a picture from those beside it.
std::string CaptionOf(const NamedValues& shown, const RowKey& key) {
  std::string caption = key.method;
  if (!shown.name.empty()) caption.append(caption.empty() ? "" : ", ").append(shown.name);
  for (const auto& [name, value] : key.setting.values()) {
    if (shown.values.setting.Find(name) != nullptr) continue;
    caption.append(caption.empty() ? "" : ", ").append(name).append("=").append(value);
  }
  return caption;
}

// "energy 1,326,587; bad pixels 4.44 %": of the picture's case, means over its seeds, if there are several.
std::string MeansOf(const FigureRule& rule, const FinishedCase& of, const Results& results) {
  std::string text;
  int seeds = 0;
  for (const std::string& metric : rule.caption_metrics) {
    double sum = 0;
    int count = 0;
    std::string unit;
    for (const FinishedCase& finished : results.cases()) {
      if (finished.c.name != of.c.name) continue;
      const auto value = std::ranges::find(finished.record.values, metric,
                                           [](const RecordedValue& recorded) { return recorded.key.metric; });
      if (value == finished.record.values.end()) continue;
      sum += value->value, ++count;
      if (value->unit != "energy") unit = value->unit;  // the metric says it
    }
    if (count == 0) continue;
    seeds = std::max(seeds, count);
    std::string name = metric;
    std::ranges::replace(name, '_', ' ');
    text += fmt::format("{}{} {}{}{}", text.empty() ? "" : "; ", name, common::ReadableNumber(sum / count),
                        unit.empty() ? "" : " ", unit);
  }
  if (seeds > 1) return fmt::format("seed {}; means over {} seeds: {}", of.c.seed, seeds, text);
  return text;
}

void DrawPictures(const FigureRule& rule, const NamedValues& shown, const Results& results, Figure& figure) {
  std::vector<const RecordedPicture*> pictures;
  std::map<const RecordedPicture*, std::string> means;
  ForEach(shown.values, results, &Record::pictures, figure,
          [&](const FinishedCase& finished, const RecordedPicture& picture) {
            pictures.push_back(&picture);
            means[&picture] = MeansOf(rule, finished, results);
          });
  std::ranges::stable_sort(pictures, {}, [&](const RecordedPicture* picture) {
    return std::ranges::find(rule.methods, picture->key.method) - rule.methods.begin();
  });
  for (const RecordedPicture* picture : pictures) {
    std::string caption = CaptionOf(shown, picture->key);
    if (!means[picture].empty()) caption.append(caption.empty() ? "" : ": ").append(means[picture]);
    figure.panels.push_back({caption, picture->picture});
  }
  for (const std::string& method : rule.methods) {
    const auto is_of = [&](const RecordedPicture* picture) { return picture->key.method == method; };
    const bool is_meant = shown.values.method.empty() || shown.values.method == method;
    if (is_meant && !std::ranges::any_of(pictures, is_of)) figure.is_complete = false;
  }
  if (pictures.empty()) figure.is_complete = false;
}

// One series a method; x is the group.
void DrawBoxes(const FigureRule& rule, const NamedValues& shown, const Results& results, Figure& figure) {
  const auto group = static_cast<double>(figure.groups.size());
  figure.groups.push_back(shown.name);
  for (const std::string& method : rule.methods) {
    const size_t had = LineOf(method, figure.series).y.size();
    for (const FinishedCase& finished : results.cases()) {
      for (const RecordedItems& recorded : finished.record.items) {
        if (recorded.key.method != method || !shown.values.Contain(recorded.key, finished.c)) continue;
        const std::vector<double>& values = recorded.parts.front();
        Series& line = LineOf(method, figure.series);
        line.x.insert(line.x.end(), values.size(), group);
        line.y.insert(line.y.end(), values.begin(), values.end());
        AddCase(finished, figure);
      }
    }
    if (LineOf(method, figure.series).y.size() == had) figure.is_complete = false;
  }
}

// "passes_vs_lambda" has the passes on the vertical axis and lambda on the other.
void AddDefaultLabels(const FigureRule& rule, Figure& figure) {
  const std::string& metric = rule.shown.front().values.metric;
  const size_t versus = rule.kind == Kind::kCurves ? metric.find("_vs_") : metric.npos;
  if (figure.x_label.empty()) figure.x_label = versus == metric.npos ? rule.over : metric.substr(versus + 4);
  if (figure.y_label.empty()) {
    figure.y_label = metric.substr(0, versus);
    std::ranges::replace(figure.y_label, '_', ' ');
  }
}

}  // namespace

FigureRule FigureRule::Over(const std::string& key) const {
  return Changed(*this, [&](FigureRule& rule) { rule.over = key; });
}
FigureRule FigureRule::LinePer(std::vector<std::string> names) const {
  return Changed(*this, [&](FigureRule& rule) { rule.methods = std::move(names); });
}
FigureRule FigureRule::And(const Values& values, const std::string& name) const {
  return Changed(*this, [&](FigureRule& rule) { rule.shown.push_back({values, name}); });
}
FigureRule FigureRule::Named(const std::string& name) const {
  return Changed(*this, [&](FigureRule& rule) { rule.shown.front().name = name; });
}
FigureRule FigureRule::Labels(const std::string& x_label, const std::string& y_label) const {
  return Changed(*this, [&](FigureRule& rule) {
    rule.axes.x_label = x_label;
    rule.axes.y_label = y_label;
  });
}
FigureRule FigureRule::LogX() const {
  return Changed(*this, [](FigureRule& rule) { rule.axes.log_x = true; });
}
FigureRule FigureRule::LogY() const {
  return Changed(*this, [](FigureRule& rule) { rule.axes.log_y = true; });
}
FigureRule FigureRule::HorizontalLine(double y, const std::string& name) const {
  return Changed(*this, [&](FigureRule& rule) {
    rule.axes.horizontal_line = y;
    rule.axes.horizontal_line_name = name;
  });
}
FigureRule FigureRule::WithMeans(std::vector<std::string> metrics) const {
  return Changed(*this, [&](FigureRule& rule) { rule.caption_metrics = std::move(metrics); });
}
FigureRule FigureRule::Envelope(int bins) const {
  return Changed(*this, [&](FigureRule& rule) { rule.envelope_bins = bins; });
}

Figure FigureRule::Draw(const std::string& id, const Results& results) const {
  const auto draw = kind == Kind::kCurves  ? DrawCurves
                    : kind == Kind::kLines ? DrawLines
                    : kind == Kind::kBoxes ? DrawBoxes
                                           : DrawPictures;
  Figure figure = {axes};
  for (const NamedValues& named : shown) draw(*this, named, results, figure);
  AddDefaultLabels(*this, figure);
  if (figure.series.empty() && figure.panels.empty()) figure.is_complete = false;
  figure.id = id;
  return figure;
}

std::vector<Values> FigureRule::Shown() const {
  std::vector<Values> values;
  for (const NamedValues& named : shown) values.push_back(named.values);
  return values;
}

bool FigureRule::Needs(const Case& c) const {
  return std::ranges::any_of(shown, [&](const NamedValues& named) { return named.values.FilledBy(c); });
}

FigureRule Curves(Values values) { return {.kind = Kind::kCurves, .shown = {{std::move(values)}}}; }
FigureRule Lines(Values values) { return {.kind = Kind::kLines, .shown = {{std::move(values)}}}; }
FigureRule Boxes(Values values) { return {.kind = Kind::kBoxes, .shown = {{std::move(values)}}}; }
FigureRule Pictures(Values values) { return {.kind = Kind::kPictures, .shown = {{std::move(values)}}}; }

std::vector<DrawnFigure> FactsOf(const std::vector<Figure>& figures) {
  std::vector<DrawnFigure> facts;
  for (const Figure& figure : figures) facts.push_back({figure.id, figure.is_complete, figure.cases});
  return facts;
}

}  // namespace structlab::harness
