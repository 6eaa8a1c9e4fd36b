// Kernels of vectors by name, for programs and comparisons.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_METHODS_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_METHODS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

// A kernel and the values of its options by which it is made again without data: widths are numbers.
template <class T>
struct NamedKernel {
  std::string name;
  common::OptionValues values;
  VectorKernelPointer<T> kernel;
};

// `rows` are those that widths are chosen by, at random in the seed; rows of no size if all widths are given.
// Both functions throw common::Error(kUsage) for options or rows that the kernel does not take.
struct VectorKernelMethod {
  std::string name;     // "gaussian"
  std::string summary;  // what it is, in half a line
  std::vector<common::OptionDeclaration> options = {};
  std::function<NamedKernel<double>(const common::OptionValues&, const RowBlock<double>& rows, uint64_t seed)>
      make;
  std::function<NamedKernel<float>(const common::OptionValues&, const RowBlock<float>& rows, uint64_t seed)>
      make_float = {};  // none: only in doubles
  // k(x + z, y + z) = k(x, y): rows far from the origin may be moved to it before they are rounded to floats.
  bool is_translation_invariant = false;
};

// The library's own, linear, polynomial, gaussian and chi-square, then those that were registered, by name.
std::span<const VectorKernelMethod> VectorKernelMethods();

// Adds one; to be called before main, in a library with alwayslink = True. A name that stands twice, or a
// kernel without name or function, is a bug of the program.
bool RegisterVectorKernel(VectorKernelMethod method);

// Throws common::Error(kUsage) that names the nearest ones.
const VectorKernelMethod& FindVectorKernel(const std::string& name);

// A kernel as text, such as "gaussian" or "gaussian:width=median" or "polynomial:degree=3,offset=0", as flags
// and model files have it.
struct KernelText {
  std::string name;
  common::OptionValues values;
};
KernelText ParseKernel(const std::string& text);
std::string FormatKernel(const std::string& name, const common::OptionValues& values);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_METHODS_H_
