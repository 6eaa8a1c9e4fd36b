// Flags that the commands of graph_kernel share: the graphs, their kernel, and which features are kept.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_

#include <Eigen/Core>
#include <cstdio>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "common/json_help.h"
#include "common/method_options.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/tu_dataset.h"
#include "tools/programs/output_checks.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace structlab::tools {

class KernelFlags {
 public:
  // Binds its members, so that it must stay where it is.
  explicit KernelFlags(CLI::App& app);
  KernelFlags(const KernelFlags&) = delete;
  KernelFlags& operator=(const KernelFlags&) = delete;

  // Once the words have been read. Throws common::Error(kUsage) for a kernel that there is not, a flag that
  // the kernel has no use for, and values out of range.
  void Check();
  // Beside a map that says all of it. Throws common::Error(kUsage) that names the first flag that was given.
  void CheckNoneGiven() const;

  // What ReadGraphs reads.
  NamedFile data() const { return {"DATA", data_, /*is_folder=*/true}; }
  kernels::GraphDataset ReadGraphs(kernels::GraphClasses classes);
  // What ReadGraphs simplified and left out, as a line for PrintGraphs; empty if nothing.
  const std::string& changes() const { return changes_; }

  // Random walks with labels have no features: their kernel is made pair by pair, without columns.
  bool is_pairwise() const {
    return options_.kernel == kRandomWalk && options_.labels == kernels::NodeLabels::kUse;
  }
  // Of such: the kernel of all pairs, 1 on the diagonal unless --raw. Errors as PairwiseRandomWalkGram.
  Eigen::MatrixXd PairwiseGram(std::span<const kernels::Graph> graphs, common::ThreadPool& pool) const;

  const kernels::GraphFeatureOptions& options() const { return options_; }
  kernels::FeatureChoice choice() const { return choice_; }
  bool unit_rows() const { return !raw_; }
  int threads() const { return threads_; }

 private:
  struct Flag {
    CLI::Option* option;
    std::string
        sets;  // of a kernel: kLabels, or the option that it is a short form of; empty: any has a use for it
    common::OptionValue value = {};  // of an option
  };
  static constexpr const char* kRandomWalk = "random-walk";

  static bool HasUseFor(const kernels::GraphKernelMethod& kernel, const Flag& flag);
  void AddKernelFlags(CLI::App& app);
  void AddShortForm(CLI::App& app, const char* flag, const char* option, const char* help);
  void CheckUse(const Flag& flag) const;
  void CheckSampled(const std::string& option) const;
  void CheckPairwise() const;

  std::string data_, name_;
  std::string kernel_ = "graphlet-hash", columns_;
  std::vector<std::string> assignments_;  // of --option
  bool labels_ = false, raw_ = false, strict_ = false, skip_empty_ = false;
  std::string changes_;
  int threads_;
  kernels::GraphFeatureOptions options_;
  kernels::FeatureChoice choice_ = kernels::FeatureChoice::kAll;
  std::deque<Flag> flags_;  // flags are bound to its values
};

// Throws common::Error(kUsage) if the kernel of all pairs of so many graphs would take more than 8 GiB: with
// more than there is, the system would end the program without a word.
void CheckGramSize(size_t graphs);

// "188 graphs of 2 classes" and the kernel, in lines of a name and a value.
// `changes` as KernelFlags has them.
void PrintGraphs(const kernels::GraphDataset& dataset, const kernels::GraphFeatureOptions& options,
                 const std::string& changes, std::FILE* out);
void PrintLine(const char* name, const std::string& value, std::FILE* out);

// The kernels and their options, for --help=json.
std::vector<common::MethodHelp> HelpOfKernels();

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_
