#include "common/build_facts.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "common/processor.h"
#include "common/sanitizers.h"

namespace structlab::common {
namespace {

std::string CompilerName() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

// The build options, from the compiler's predefined macros: Bazel does not pass the flags on.
std::string BuildName() {
  std::string name = "C++" + std::to_string(__cplusplus / 100 % 100);
#ifdef __OPTIMIZE__
  name += ", optimised";
#else
  name += ", not optimised";
#endif
#ifdef NDEBUG
  name += ", NDEBUG";
#endif
#if defined(__AVX512F__)
  name += ", x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  name += ", x86-64-v3";
#elif defined(__x86_64__)
  name += ", x86-64";
#endif
#ifdef STRUCTLAB_CONFIGURATION
  name += ", --config=" STRUCTLAB_VERSION_TEXT(STRUCTLAB_CONFIGURATION);
#endif
#ifdef __FAST_MATH__
  name += ", fast-math";
#endif
  if (kAddressSanitizer) name += ", address sanitizer";
  if (kThreadSanitizer) name += ", thread sanitizer";
  return name;
}

}  // namespace

std::vector<Fact> BuildFacts() { return {{"compiler", CompilerName()}, {"build", BuildName()}}; }

std::vector<Fact> MachineFacts() {
  utsname system = {};
  ::uname(&system);
  const long kilobytes = ::sysconf(_SC_PHYS_PAGES) * (::sysconf(_SC_PAGESIZE) / 1024);
  return {{"processor", ProcessorModel()},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"memory", fmt::format("{} kB", kilobytes)},
          {"system", fmt::format("{} {}", system.sysname, system.release)}};
}

Fact LibraryVersion(std::string_view name, std::string_view version) {
  std::string text(version);
  std::ranges::replace(text, '_', '.');
  return {std::string(name), text};
}

}  // namespace structlab::common
