#include "experiments/face_recognition/cases.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::PlanRequest;
using harness::Protocol;
using harness::Setting;

void Read(const PlanRequest& request, std::initializer_list<const char*> names, Case& c) {
  for (const char* name : names) c.parameters.Set(name, request.settings.Text(name));
}

void Cut(Case& c, const std::string& departure) {
  c.protocol = std::max(c.protocol, Protocol::kCut);
  c.departures.push_back(departure);
}

std::string Joined(const std::vector<int64_t>& numbers) {
  std::string text;
  for (const int64_t number : numbers) text.append(text.empty() ? "" : ",").append(std::to_string(number));
  return text;
}

std::vector<int64_t> Rising(std::vector<int64_t> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// A case on the splits of a set, and what of them is cut; without test images if it has its own number.
Case SplitCase(const PlanRequest& request, const FaceTask& task, const std::string& part,
               bool reads_queries = true) {
  Case c;
  c.dataset = task.name;
  c.parameters = Setting{{"part", part}};
  Read(request, {"subjects"}, c);
  c.data = {task.data};
  const int64_t subjects = request.settings.Integer("subjects");
  if (subjects != 0 && subjects < task.subjects) {
    Cut(c, "the first " + std::to_string(subjects) + " subjects instead of " + std::to_string(task.subjects) +
               ", to fit the time of the profile");
  }
  if (!reads_queries) return c;
  Read(request, {"queries"}, c);
  if (request.settings.Integer("queries") != 0) {
    Cut(c, "at most " + request.settings.Text("queries") +
               " test images a trial, and validation images, to fit the time of the profile");
  }
  return c;
}

// A seed for each trial.
void Repeat(const PlanRequest& request, Case& c) {
  c.repeats = static_cast<int>(request.settings.Integer("trials"));
  if (c.repeats != 10) Cut(c, std::to_string(c.repeats) + " trials instead of 10");
}

// Those of the setting `sets`, in the order of the tables.
std::vector<FaceTask> PlannedTasks(const PlanRequest& request) {
  const std::vector<std::string_view> parts = harness::SplitList(request.settings.Text("sets"), ',');
  std::vector<FaceTask> tasks;
  for (const FaceTask& task : FaceTasks()) {
    if (std::ranges::count(parts, std::string_view(task.part)) > 0) tasks.push_back(task);
  }
  return tasks;
}

// What is read to find codes, and numbers of hash functions for them.
void ReadCodes(const PlanRequest& request, const Method& method, Case& c) {
  Read(request, {"tolerance"}, c);
  if (method.classifier == Classifier::kPursuit) Read(request, {"most_atoms"}, c);
  if (method.features != Features::kHash) return;
  Read(request, {"hash_values"}, c);
  if (request.settings.Integer("hash_values") != 20) {
    Cut(c, request.settings.Text("hash_values") + " values of u are tried instead of 20");
  }
}

// Dimensions that there are not, each with a case that says why.
void AddNotApplicable(const PlanRequest& request, const FaceTask& task, const Method& method, int most,
                      int64_t dimension, std::vector<Case>& cases) {
  Case c = SplitCase(request, task, "not-applicable", /*reads_queries=*/false);
  c.name = kRecognitionPrefix + task.part + "/" + harness::NamePart(method.name) +
           "/dim=" + std::to_string(dimension);
  c.method = method.name;
  c.setting = DimensionKey(dimension);
  Read(request, {"dimensions"}, c);
  c.parameters.Set("dimension", std::to_string(dimension));
  c.parameters.Set("most", std::to_string(most));
  c.serves = {kTable31, kTable32};
  c.deterministic = true;
  cases.push_back(std::move(c));
}

void AddRecognition(const PlanRequest& request, const FaceTask& task, const Method& method,
                    std::vector<Case>& cases) {
  const std::optional<int> most = MostFeatures(task, method, request.settings.Integer("subjects"));
  std::vector<int64_t> dimensions, too_large;
  for (const int64_t dimension : Rising(request.settings.Integers("dimensions"))) {
    (most && dimension > *most ? too_large : dimensions).push_back(dimension);
  }
  if (!dimensions.empty()) {
    Case c = SplitCase(request, task, "recognition");
    Repeat(request, c);
    c.name = kRecognitionPrefix + task.part + "/" + harness::NamePart(method.name);
    c.method = method.name;
    Read(request, {"dimensions"}, c);
    c.parameters.Set("of_these", Joined(dimensions));
    c.serves = {kTable31, "S20", "S22"};
    if (method.has_codes()) {
      ReadCodes(request, method, c);
      c.serves.insert(c.serves.end(),
                      {kTable32, kFigure34, kOurCodes, kOurTimes, kOurHashes, "S21", "S27", "S28"});
    }
    if (task.is_printed && method.name == std::string(kHashOmp)) c.serves.push_back("S24");
    if (method.classifier == Classifier::kSvm) Read(request, {"costs"}, c);
    if (method.name == std::string(kHashL1) && task.has_alpha) {
      Read(request, {"costs", "folds"}, c);
      c.parameters.Set("has_alpha", "yes");
      c.serves.insert(c.serves.end(), {kTable34, kProse342});
    }
    if (method.features == Features::kFisherWithin) {
      c.departures.push_back(
          "ours: discriminants within as many of the first eigenfaces as the dimension says");
    }
    cases.push_back(std::move(c));
  }
  for (const int64_t dimension : too_large) AddNotApplicable(request, task, method, *most, dimension, cases);
}

// The setting's dimensions that the method can have with so many subjects; what is left out is named.
std::vector<int64_t> Reachable(const PlanRequest& request, const FaceTask& task, const Method& method,
                               const char* setting, Case& c) {
  const std::optional<int> most = MostFeatures(task, method, request.settings.Integer("subjects"));
  std::vector<int64_t> dimensions, too_large;
  for (const int64_t dimension : Rising(request.settings.Integers(setting))) {
    (most && dimension > *most ? too_large : dimensions).push_back(dimension);
  }
  if (!too_large.empty()) {
    Cut(c, "without dimensions " + Joined(too_large) + ", as " + method.name + " has at most " +
               std::to_string(*most) + " with so many training images");
  }
  return dimensions;
}

// Both methods in one case: whatever slows the processor for a while slows both.
void AddEqualTimes(const PlanRequest& request, std::vector<Case>& cases) {
  for (const FaceTask& task : PlannedTasks(request)) {
    if (!task.has_alpha) continue;
    Case c = SplitCase(request, task, "equal-runtime");
    Repeat(request, c);
    c.name = kEqualTimePrefix + task.part;
    c.method = kHashOmp;
    const Method &hash = FindMethod(kHashOmp), &l1 = FindMethod(kRandomL1);
    ReadCodes(request, hash, c);
    Read(request, {"hash_dimensions", "l1_dimensions"}, c);
    c.parameters.Set("hash_of_these", Joined(Reachable(request, task, hash, "hash_dimensions", c)));
    c.parameters.Set("l1_of_these", Joined(Reachable(request, task, l1, "l1_dimensions", c)));
    c.serves = {kTable33, kOurEqualTimes, "S25"};
    cases.push_back(std::move(c));
  }
}

// All that is timed against each other of a set, on the same queries of a trial, in turn: what runs beside
// the program and the clock of the processor are the same for all.
void AddTimes(const PlanRequest& request, std::vector<Case>& cases) {
  for (const FaceTask& task : PlannedTasks(request)) {
    if (!task.is_printed) continue;
    Case c = SplitCase(request, task, "times", /*reads_queries=*/false);
    Repeat(request, c);
    c.name = kTimesPrefix + task.part;
    c.method = kHashOmp;
    Read(request, {"dimensions", "tolerance", "most_atoms", "timed_queries"}, c);
    c.parameters.Set("of_these", Joined(Reachable(request, task, FindMethod(kEigenL1), "dimensions", c)));
    c.serves = {kOurTimed, "S23", "S24", "S26"};
    if (task.name == "YaleB") c.serves.push_back(kProseEnds);
    Cut(c, "at most " + request.settings.Text("timed_queries") +
               " test images of a trial, the first ones; u = 0.05, 0.25 and 1, not tuned" +
               (task.name == "YaleB" ? ", of which the speedup is that with 1" : ""));
    cases.push_back(std::move(c));
  }
}

// Of both sets in one case, as the sentence of the source is about both.
void AddSpeedup(const PlanRequest& request, std::vector<Case>& cases) {
  Case c = SplitCase(request, FindFaceTask("AR"), "speedup", /*reads_queries=*/false);
  Repeat(request, c);
  c.name = "speedup";
  c.dataset = "AR,YaleB";
  c.method = kHashOmp;
  Read(request, {"dimensions", "tolerance", "most_atoms", "timed_queries"}, c);
  c.parameters.Set("of_these",
                   Joined(Reachable(request, FindFaceTask("AR"), FindMethod(kRandomL1), "dimensions", c)));
  c.data = {kArData, kTimedFacesData};
  c.serves = {kProse341};
  Cut(c, "at most " + request.settings.Text("timed_queries") +
             " test images of each set, the first ones; as many hash functions as bins, the most and so the "
             "slowest of the "
             "source's grid");
  cases.push_back(std::move(c));
}

void AddPictures(const PlanRequest& request, std::vector<Case>& cases) {
  for (const FaceTask& task : PlannedTasks(request)) {
    if (!task.has_alpha) continue;
    Case c = SplitCase(request, task, "pictures");
    c.name = kPicturesPrefix + task.part;
    c.method = kHashL1;
    Read(request, {"tolerance"}, c);
    c.deterministic = true;
    c.serves = {kFigure31, kFigure33, kOurPictures};
    cases.push_back(std::move(c));
  }
  Case hash;
  hash.name = kPicturesPrefix + std::string("hash-matrix");
  hash.method = kHashL1;
  hash.parameters = Setting{{"part", "hash-matrix"}};
  hash.data = {kDrawnData};
  hash.deterministic = true;
  hash.serves = {kFigure32};
  cases.push_back(std::move(hash));
}

}  // namespace

std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  for (const FaceTask& task : PlannedTasks(request)) {
    for (const Method& method : Methods()) AddRecognition(request, task, method, cases);
  }
  AddEqualTimes(request, cases);
  AddTimes(request, cases);
  AddSpeedup(request, cases);
  AddPictures(request, cases);
  return cases;
}

std::vector<std::string> KnownMethods() {
  std::vector<std::string> names;
  for (const Method& method : Methods()) names.emplace_back(method.name);
  return names;
}

}  // namespace structlab::face_recognition
