// Flags that the commands of graph_kernel share: the graphs, the kernel, and the choice of features.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_

#include <Eigen/Core>
#include <cstdio>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/json_help.h"
#include "common/method_options.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/tu_dataset.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {

class KernelFlags {
 public:
  // Binds flags to its members, so the object must not move.
  explicit KernelFlags(common::CommandLine& line);
  KernelFlags(const KernelFlags&) = delete;
  KernelFlags& operator=(const KernelFlags&) = delete;

  // To be called after the words were parsed. Throws common::Error(kUsage) for an unknown kernel, a flag that
  // the kernel does not use, and a value out of range.
  void Check();
  // To be called with --load, whose map replaces these flags. Throws common::Error(kUsage) that names the
  // first given flag.
  void CheckNoneGiven() const;

  // The folder that ReadGraphs reads.
  NamedFile data() const { return {"DATA", data_, /*is_folder=*/true}; }
  kernels::GraphDataset ReadGraphs(kernels::GraphClasses classes);
  // A line for PrintGraphs about the changes of ReadGraphs to the graphs; empty if there were none.
  const std::string& changes() const { return changes_; }

  // True for random walks with labels. They have no features, so the kernel is computed for each pair of
  // graphs.
  bool is_pairwise() const {
    return options_.kernel == kRandomWalk && options_.labels == kernels::NodeLabels::kUse;
  }
  // Requires is_pairwise(). The kernel of all pairs, 1 on the diagonal unless --raw. Errors as
  // PairwiseRandomWalkGram.
  Eigen::MatrixXd PairwiseGram(std::span<const kernels::Graph> graphs, common::ThreadPool& pool) const;

  const kernels::GraphFeatureOptions& options() const { return options_; }
  kernels::FeatureChoice choice() const { return choice_; }
  bool unit_rows() const { return !raw_; }
  int threads() const { return threads_; }

 private:
  struct Flag {
    const common::Flag* flag;
    // The option of a kernel that this flag sets, or kLabels; empty if all kernels use the flag.
    std::string sets;
    common::OptionValue value = {};  // the value of the option
  };
  static constexpr const char* kRandomWalk = "random-walk";

  static bool HasUseFor(const kernels::GraphKernelMethod& kernel, const Flag& flag);
  void AddKernelFlags(common::CommandLine& line);
  void AddShortForm(common::CommandLine& line, const char* flag, const char* option, const char* help);
  void CheckUse(const Flag& flag) const;
  void CheckSampled(const std::string& option) const;
  void CheckPairwise() const;

  std::string data_, name_;
  std::string kernel_ = "graphlet-hash", columns_;
  std::vector<std::string> assignments_;  // the values of --option
  bool labels_ = false, raw_ = false, strict_ = false, skip_empty_ = false;
  std::string changes_;
  int threads_;
  kernels::GraphFeatureOptions options_;
  kernels::FeatureChoice choice_ = kernels::FeatureChoice::kAll;
  std::deque<Flag> flags_;  // flags are bound to its values
};

// Throws common::Error(kUsage) for more than 16384 graphs, whose Gram matrix takes 2 GiB. Without enough
// memory, the system would kill the program without a message.
void CheckGramSize(size_t graphs);

// Prints the number of graphs, `changes` (KernelFlags::changes) and the kernel, as lines of name and value.
void PrintGraphs(const kernels::GraphDataset& dataset, const kernels::GraphFeatureOptions& options,
                 const std::string& changes, std::FILE* out);
void PrintLine(const char* name, const std::string& value, std::FILE* out);

// The kernels and their options, for --help=json.
std::vector<common::MethodHelp> HelpOfKernels();

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_GRAPH_KERNEL_KERNEL_FLAGS_H_
