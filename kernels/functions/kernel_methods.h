// Kernels of vectors by name, for programs and for comparisons of methods.
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

// A kernel, and option values from which it can be made again without the data: widths are numbers.
template <class T>
struct NamedKernel {
  std::string name;
  common::OptionValues values;
  VectorKernelPointer<T> kernel;
};

// A kernel that can be found by name. Both functions throw common::Error(kUsage) for invalid options and for
// rows that the kernel does not accept. They choose widths ("median", "mean") from `rows`, at random by
// `seed`; `rows` may be empty if all widths are numbers.
struct VectorKernelMethod {
  std::string name;     // "gaussian"
  std::string summary;  // a description of half a line
  std::vector<common::OptionDeclaration> options = {};
  std::function<NamedKernel<double>(const common::OptionValues&, const RowBlock<double>& rows, uint64_t seed)>
      make;
  std::function<NamedKernel<float>(const common::OptionValues&, const RowBlock<float>& rows, uint64_t seed)>
      make_float = {};  // empty: the kernel exists only in double precision
  // True if k(x + z, y + z) = k(x, y): rows far from the origin may then be moved to it before they are
  // rounded to floats.
  bool is_translation_invariant = false;
};

// All kernels: first those of the library (linear, polynomial, gaussian, chi-square), then registered ones by
// name.
std::span<const VectorKernelMethod> VectorKernelMethods();

// Adds a kernel. Call it before main, in a library with alwayslink = True. A duplicate name, an empty name or
// a missing function is a bug of the program.
bool RegisterVectorKernel(VectorKernelMethod method);

// Finds a kernel by its name. Throws common::Error(kUsage) for an unknown name; the message lists the nearest
// names.
//
//     const KernelText text = ParseKernel("gaussian:gamma=median");
//     const NamedKernel<double> kernel = FindVectorKernel(text.name).make(text.values, rows, /*seed=*/1);
const VectorKernelMethod& FindVectorKernel(const std::string& name);

// A kernel as text, as in flags and model files: "gaussian", "gaussian:gamma=median" or
// "polynomial:degree=3,offset=0". ParseKernel throws common::Error(kUsage) for unknown names and invalid
// options.
struct KernelText {
  std::string name;
  common::OptionValues values;
};
KernelText ParseKernel(const std::string& text);
std::string FormatKernel(const std::string& name, const common::OptionValues& values);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_KERNEL_METHODS_H_
