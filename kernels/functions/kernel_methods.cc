#include "kernels/functions/kernel_methods.h"

#include <optional>
#include <utility>

#include "common/error.h"
#include "common/method_list.h"
#include "common/number.h"
#include "kernels/functions/kernel_width.h"

namespace structlab::kernels {
namespace {

using common::OptionValues;

// The width that the text says: "median" or "mean", which `typical` computes, or a number above 0.
template <class Typical>
double WidthOf(const std::string& name, const std::string& text, const Typical& typical) {
  if (text == "median") return typical(TypicalDistance::kMedian);
  if (text == "mean") return typical(TypicalDistance::kMean);
  const std::optional<double> number = common::ParseFiniteNumber(text);
  if (!number || !(*number > 0)) {
    common::ThrowUsageError(name, "median, mean or a number above 0", common::Quote(text));
  }
  return *number;
}

template <class T>
NamedKernel<T> Linear(const OptionValues& values, const RowBlock<T>&, uint64_t) {
  return {"linear", values, LinearKernel<T>()};
}

template <class T>
NamedKernel<T> Polynomial(const OptionValues& values, const RowBlock<T>&, uint64_t) {
  return {"polynomial", values,
          PolynomialKernel<T>(static_cast<int>(values.Integer("degree")), values.Number("offset"),
                              values.Number("scale"))};
}

template <class T>
NamedKernel<T> Gaussian(const OptionValues& values, const RowBlock<T>& rows, uint64_t seed) {
  const std::string& text = values.Text("gamma");
  double gamma = 0;
  if (const std::optional<double> number = common::ParseFiniteNumber(text)) {
    gamma = *number;
  } else {
    const bool is_half = text == "half-median";
    const std::string rule = is_half ? "median" : text;
    if (text != "median" && text != "half-median" && text != "mean") {
      common::ThrowUsageError("gamma", "median, half-median, mean or a number above 0", common::Quote(text));
    }
    gamma = (is_half ? 0.5 : 1.0) / WidthOf("gamma", rule, [&](TypicalDistance typical) {
              return TypicalSquaredDistance(rows, typical, seed);
            });
  }
  OptionValues resolved = values;
  resolved.Set("gamma", common::FormatDouble(gamma));
  return {"gaussian", resolved, GaussianKernel<T>(gamma)};
}

template <class T>
NamedKernel<T> ChiSquare(const OptionValues& values, const RowBlock<T>& rows, uint64_t seed) {
  const double width = WidthOf("width", values.Text("width"), [&](TypicalDistance typical) {
    return TypicalChiSquareDistance(rows, typical, seed);
  });
  OptionValues resolved = values;
  resolved.Set("width", common::FormatDouble(width));
  return {"chi-square", resolved, ChiSquareKernel<T>(width)};
}

std::vector<VectorKernelMethod> OwnKernels() {
  return {
      {.name = "linear", .summary = "x . y", .make = Linear<double>, .make_float = Linear<float>},
      {.name = "polynomial",
       .summary = "(scale x . y + offset)^degree",
       .options = {common::IntegerOption("degree", 2, {.min = 1, .max = 100}, "degree of the polynomial"),
                   common::NumberOption("offset", 1, {.min = 0}, "number that is added to x . y"),
                   common::PositiveOption("scale", 1, "factor of x . y")},
       .make = Polynomial<double>,
       .make_float = Polynomial<float>},
      {.name = "gaussian",
       .summary = "exp(-gamma |x - y|^2)",
       .options = {common::TextOption("gamma", "median",
                                      "a number above 0; median, mean: 1 / the median or mean squared "
                                      "distance; half-median: half of median")},
       .make = Gaussian<double>,
       .make_float = Gaussian<float>,
       .is_translation_invariant = true},
      {.name = "chi-square",
       .summary = "exp(-sum (x - y)^2 / (x + y) / width), for histograms",
       .options = {common::TextOption("width", "mean",
                                      "a number above 0; median, mean: the median or mean of these sums")},
       .make = ChiSquare<double>,
       .make_float = ChiSquare<float>},
  };
}

using List = common::MethodList<VectorKernelMethod, &VectorKernelMethod::make>;

List& AllKernels() {
  static List list("kernel", OwnKernels());
  return list;
}

}  // namespace

std::span<const VectorKernelMethod> VectorKernelMethods() { return AllKernels().All(); }

bool RegisterVectorKernel(VectorKernelMethod method) {
  AllKernels().Add(std::move(method));
  return true;
}

const VectorKernelMethod& FindVectorKernel(const std::string& name) { return AllKernels().Find(name); }

KernelText ParseKernel(const std::string& text) {
  const size_t colon = text.find(':');
  const VectorKernelMethod& method = FindVectorKernel(text.substr(0, colon));
  KernelText kernel = {method.name, OptionValues(method.name, method.options)};
  if (colon == std::string::npos) return kernel;
  size_t begin = colon + 1;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find(',', begin), text.size());
    kernel.values.Parse(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return kernel;
}

std::string FormatKernel(const std::string& name, const OptionValues& values) {
  std::string text = name;
  char separator = ':';
  for (const common::OptionDeclaration& option : values.declarations()) {
    text += separator;
    text.append(option.name).append("=").append(common::FormatOptionValue(values.Value(option.name)));
    separator = ',';
  }
  return text;
}

}  // namespace structlab::kernels
