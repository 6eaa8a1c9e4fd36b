#include "structured_learning/linear/texts/text_method_list.h"

#include <utility>

#include "common/method_list.h"

namespace structlab::structured_learning {
namespace {

using common::IntegerOption;
using common::OptionValues;

// Both functions get values of all options.
TextMethod Completed(TextMethod method) {
  const auto complete = [name = method.name, declarations = method.options](const OptionValues& values) {
    return values.For(name, declarations);
  };
  if (method.run) {
    method.run = [complete, run = std::move(method.run)](
                     const TextSource& texts, const TextSettings& settings, const OptionValues& values) {
      return run(texts, settings, complete(values));
    };
  }
  if (method.run_on_vectors) {
    method.run_on_vectors = [complete, run = std::move(method.run_on_vectors)](
                                const ExampleBatch& train, const ExampleBatch& test,
                                const TextSettings& settings, const OptionValues& values) {
      return run(train, test, settings, complete(values));
    };
  }
  return method;
}

int BitsOf(const OptionValues& values) { return static_cast<int>(values.Integer("bits")); }

TextMethod HashKernel() {
  return Completed(
      {.name = "hash-kernel",
       .summary = "hashed features, made while the texts are read",
       .options = {IntegerOption("bits", 20, {3, 30}, "2^bits bins of the hash")},
       .run = [](const TextSource& texts, const TextSettings& settings,
                 const OptionValues& values) { return RunHashKernel(texts, BitsOf(values), settings); },
       .run_on_vectors =
           [](const ExampleBatch& train, const ExampleBatch& test, const TextSettings& settings,
              const OptionValues& values) {
             return RunOnVectors(train, test, VectorMethod::kHashed, BitsOf(values), settings);
           }});
}

TextMethod Exact(const char* name, const char* summary, ExactMethod on_texts, VectorMethod on_vectors) {
  return Completed({.name = name,
                    .summary = summary,
                    .run = [on_texts](const TextSource& texts, const TextSettings& settings,
                                      const OptionValues&) { return RunExact(texts, on_texts, settings); },
                    .run_on_vectors =
                        [on_vectors](const ExampleBatch& train, const ExampleBatch& test,
                                     const TextSettings& settings, const OptionValues&) {
                          return RunOnVectors(train, test, on_vectors, /*bits=*/0, settings);
                        }});
}

BottouSettings BottouSettingsOf(const OptionValues& values) {
  return {.lambda = values.Number("lambda"), .passes = static_cast<int>(values.Integer("passes"))};
}

TextMethod Bottou() {
  const BottouSettings usual;
  return Completed(
      {.name = "bottou",
       .summary = "exact features of the test words, several passes of gradient descent (svmsgd)",
       .options = {common::PositiveOption("lambda", usual.lambda, "weight of |w|^2 / 2"),
                   IntegerOption("passes", usual.passes, {1, 1'000'000}, "over the training documents")},
       .run =
           [](const TextSource& texts, const TextSettings& settings, const OptionValues& values) {
             return RunBottou(texts, BottouSettingsOf(values), settings.seed);
           },
       .run_on_vectors =
           [](const ExampleBatch& train, const ExampleBatch& test, const TextSettings&,
              const OptionValues& values) {
             return RunBottouOnVectors(train, test, BottouSettingsOf(values));
           }});
}

TextMethod ProjectedBottou() {
  const BottouSettings usual;
  return Completed(
      {.name = "projected-bottou",
       .summary = "random projection by unscaled signs, in files, learned as by bottou",
       .options = {IntegerOption("bits", 10, {3, 20}, "2^bits dimensions"),
                   common::PositiveOption("lambda", usual.lambda, "weight of |w|^2 / 2"),
                   IntegerOption("passes", usual.passes, {1, 1'000'000}, "over the training documents")},
       .run = [](const TextSource& texts, const TextSettings& settings, const OptionValues& values) {
         return RunProjectedBottou(texts, BitsOf(values), BottouSettingsOf(values), settings.seed);
       }});
}

bool IsSparse(const OptionValues& values) { return values.Text("signs") == "sparse"; }

TextMethod Projection() {
  return Completed(
      {.name = "projection",
       .summary = "random projection of the exact features",
       .options = {IntegerOption("bits", 10, {3, 20}, "2^bits dimensions"),
                   common::ChoiceOption("signs", "dense", {"dense", "sparse"},
                                        "entries +1 and -1, or two of three entries 0")},
       .run =
           [](const TextSource& texts, const TextSettings& settings, const OptionValues& values) {
             return RunProjection(
                 texts, BitsOf(values), settings,
                 IsSparse(values) ? kernels::ProjectionKind::kSparseSigns : kernels::ProjectionKind::kSigns);
           },
       .run_on_vectors =
           [](const ExampleBatch& train, const ExampleBatch& test, const TextSettings& settings,
              const OptionValues& values) {
             return RunOnVectors(
                 train, test, IsSparse(values) ? VectorMethod::kSparselyProjected : VectorMethod::kProjected,
                 BitsOf(values), settings);
           }});
}

using Methods = common::MethodList<TextMethod, &TextMethod::run>;

Methods& AllMethods() {
  static Methods methods(
      "text method",
      {HashKernel(),
       Exact("exact", "exact features, the same gradient descent", ExactMethod::kGradientDescent,
             VectorMethod::kExact),
       Bottou(),
       Exact("vw-text", "exact features, updates of Vowpal Wabbit, from its text format",
             ExactMethod::kVwFromText, VectorMethod::kVwUpdates),
       Exact("vw-cache", "the same from a binary cache", ExactMethod::kVwFromCache, VectorMethod::kVwUpdates),
       Projection(), ProjectedBottou()});
  return methods;
}

}  // namespace

std::span<const TextMethod> TextMethods() { return AllMethods().All(); }

bool RegisterTextMethod(TextMethod method) {
  AllMethods().Add(Completed(std::move(method)));
  return true;
}

const TextMethod& FindTextMethod(const std::string& name) { return AllMethods().Find(name); }

}  // namespace structlab::structured_learning
