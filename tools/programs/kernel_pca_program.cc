#include "tools/programs/kernel_pca_program.h"

#include <fmt/format.h>

#include <optional>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "kernels/files/matrix_file.h"
#include "kernels/functions/kernel_methods.h"
#include "kernels/statistics/fitted_models.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/spectral_clustering.h"
#include "tools/programs/kernel_input.h"
#include "tools/programs/matrix_input.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using kernels::DenseRows;
using kernels::NamedMatrix;
using kernels::PcaModel;

struct Arguments {
  std::string data, out, save, apply;
  std::string kernel = "gaussian", form = "ng-jordan-weiss";
  int components = 10, clusters = 0, threads = 1;
  uint64_t seed = 1;
  MatrixFlags input = {};
  std::string memory = "8G";
  std::string of_training = {};  // the first given flag that is only for training
};

std::string Footer() {
  return HelpOnMatrices() + R"(
Each row is an observation.
Output: a CSV with a row for each row that is used. Columns: the coordinates pc1, pc2, ... along the principal
components, largest variance first, and with --clusters the cluster, from 0.

)" + HelpOnKernels() +
         R"(  precomputed: the file holds the kernel values of all pairs of rows, as graph_kernel gram writes them (in HDF5 the
      dataset gram; in svmlight libsvm's form, with 0:1, 0:2, ... before the values); without --save

--clusters runs spectral clustering with the kernel as similarity. Kernel values must be at least 0; the diagonal is
ignored. A saved model keeps the clusters: --apply assigns each new row to the nearest one. Rows of training that lie
between clusters may be assigned to another one than in training.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted.

Example:
  bazel run //tools:kernel_pca -- train.csv --components=5 --save=model --out=train-pc.csv
  bazel run //tools:kernel_pca -- test.csv --apply=model --out=test-pc.csv)";
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Finds the principal components of rows in the space of a kernel, and clusters of the rows.",
      "kernel_pca");
  line.Option("DATA", arguments.data, "a file of numbers; each row is an observation").Required();
  line.Option("--kernel", arguments.kernel, "see below").ShowDefault();
  line.Option("--components", arguments.components, "maximum number of components").ShowDefault();
  line.Option("--clusters", arguments.clusters, "number of clusters; 0: no clustering").ShowDefault();
  line.Option("--form", arguments.form, "form of spectral clustering")
      .OneOf({"ng-jordan-weiss", "shi-malik"})
      .ShowDefault();
  AddMatrixFlags(line, arguments.input);
  line.Option("--save", arguments.save, "the file to save a model for new rows");
  line.Option("--apply", arguments.apply,
              "a saved model, which gives coordinates, and clusters if it has them");
  line.Option("--out", arguments.out, "the CSV of coordinates and clusters");
  line.Option("--memory", arguments.memory, "memory for Gram matrices").ShowDefault();
  line.Option("--seed", arguments.seed, "seed of clustering, and of the rows that choose kernel widths")
      .ShowDefault();
  line.Option("--threads", arguments.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
  line.Footer(Footer());
  if (!line.Parse(words, out, KernelsAsHelp)) return false;
  arguments.input.is_gram = arguments.kernel == "precomputed";
  for (const char* flag : {"--save", "--clusters", "--kernel", "--components", "--form", "--seed"}) {
    if (line.IsGiven(flag) && arguments.of_training.empty()) arguments.of_training = flag;
  }
  return true;
}

void WriteCoordinates(const Eigen::MatrixXd& coordinates, const std::vector<int>& clusters,
                      const std::string& path) {
  if (path.empty()) return;
  NamedMatrix matrix;
  const Eigen::Index extra = clusters.empty() ? 0 : 1;
  matrix.rows.resize(coordinates.rows(), coordinates.cols() + extra);
  matrix.rows.leftCols(coordinates.cols()) = coordinates;
  for (Eigen::Index c = 0; c < coordinates.cols(); ++c) matrix.columns.push_back(fmt::format("pc{}", c + 1));
  if (extra > 0) {
    matrix.columns.push_back("cluster");
    for (size_t i = 0; i < clusters.size(); ++i) {
      matrix.rows(static_cast<Eigen::Index>(i), coordinates.cols()) = clusters[i];
    }
  }
  kernels::WriteCsv(matrix, common::CallersPath(path));
}

// Checks that the columns are those of training, by name if both have names. A svmlight file may lack the
// last columns; they are then 0.
void CheckColumns(const PcaModel& model, const std::string& path, NamedMatrix& data) {
  const Eigen::Index columns = model.input.rows().cols();
  if (data.columns.empty() && data.rows.cols() < columns && kernels::IsSparseText(path)) {
    const Eigen::Index known = data.rows.cols();
    data.rows.conservativeResize(Eigen::NoChange, columns);
    data.rows.rightCols(columns - known).setZero();
  }
  if (data.rows.cols() != columns || data.columns.empty() || model.columns.empty()) return;
  for (size_t i = 0; i < data.columns.size(); ++i) {
    if (data.columns[i] == model.columns[i]) continue;
    common::ThrowDataError(
        path, fmt::format("{} as column {}, as in training", common::Quote(model.columns[i]), i + 1),
        common::Quote(data.columns[i]), "put the columns in the order of training");
  }
}

// Clusters are those of similarities.
void CheckNotNegative(const Eigen::MatrixXd& cross, const std::string& path) {
  for (Eigen::Index i = 0; i < cross.rows(); ++i) {
    if (cross.row(i).minCoeff() >= 0) continue;
    common::ThrowDataError(fmt::format("{}, row {} of data", path, i + 1),
                           "kernel values of 0 or more, for the clusters of the model", "one below 0",
                           "train a model without --clusters, or with another kernel");
  }
}

void CheckFlags(const Arguments& arguments) {
  CheckFolderOf(arguments.out, "--out");
  CheckFolderOf(arguments.save, "--save");
  CheckDifferentFiles({{"DATA", kernels::FileOfMatrix(arguments.data)}, {"--apply", arguments.apply}},
                      {{"--out", arguments.out}, {"--save", arguments.save}});
  if (!arguments.apply.empty() && !arguments.of_training.empty()) {
    common::ThrowUsageError("--apply", "no flag of training with it", arguments.of_training, "leave it out");
  }
  if (arguments.input.is_gram && !arguments.save.empty()) {
    common::ThrowUsageError("--save", "no --kernel=precomputed with it, as new rows need the kernel", "both",
                            "leave out --save");
  }
  if (arguments.clusters < 0) {
    common::ThrowUsageError("--clusters", "0 or more", std::to_string(arguments.clusters));
  }
  if (arguments.out.empty() && arguments.save.empty()) {
    common::ThrowUsageError("--out", "a file for the coordinates, or --save for the model", "neither");
  }
  if (arguments.components < 1) {
    common::ThrowUsageError("--components", "1 or more", std::to_string(arguments.components));
  }
}

// Gives coordinates, and clusters if the model has them, to new rows.
void Apply(const Arguments& arguments, NamedMatrix& data, common::ThreadPool& pool, std::FILE* out) {
  const PcaModel model = PcaModel::Load(common::CallersPath(arguments.apply));
  CheckColumns(model, arguments.data, data);
  const DenseRows<double>& rows = data.rows;
  const Eigen::MatrixXd cross = model.Cross(rows, pool);
  const Eigen::MatrixXd coordinates = model.pca.Project(cross);
  if (!cross.allFinite() || !coordinates.allFinite()) {
    common::ThrowDataError(arguments.data, "rows with finite kernel values", "values that overflow");
  }
  std::vector<int> clusters;
  if (model.clusters) {
    const Eigen::MatrixXd similarities = model.shift.size() > 0 ? model.input.Cross(rows, pool) : cross;
    CheckNotNegative(similarities, arguments.data);
    clusters = model.clusters->ClustersOf(similarities);
  }
  WriteCoordinates(coordinates, clusters, arguments.out);
  std::fprintf(out, "kernel       %s\ncomponents   %d\nrows         %d\n", model.input.Text().c_str(),
               static_cast<int>(model.pca.components()), static_cast<int>(rows.rows()));
  if (model.clusters) {
    std::fprintf(out, "clusters     %d\n", static_cast<int>(model.clusters->volumes.size()));
  }
}

// Components of a Gram matrix that is given.
kernels::KernelPca PcaOfGram(const Arguments& arguments, const Eigen::MatrixXd& gram) {
  kernels::CheckResolved(gram, arguments.data, kernels::RemedyOfUnresolved("precomputed"));
  kernels::KernelPca pca(gram, {.components = arguments.components});
  // Eigenvalues below 0 take from the trace what those above have too much.
  const double variance = kernels::Centered(gram).trace();
  if (pca.components() > 0 && !(pca.eigenvalues().sum() <= (1 + 1e-6) * variance)) {
    common::ThrowDataError(arguments.data, "a positive semidefinite matrix", "one with eigenvalues below 0",
                           "set them to 0, or take another kernel");
  }
  if (pca.components() > 0) return pca;
  common::ThrowDataError(arguments.data, "kernel values that differ", "no principal component");
}

void Train(const Arguments& arguments, const UsersMatrix& file, common::ThreadPool& pool, std::FILE* out) {
  CheckMemory(file.path, file.matrix.rows.rows(), arguments.clusters > 0 ? 9 : 6, arguments.memory,
              "raise --memory, or take fewer rows; --apply gives the components to the others");
  Eigen::MatrixXd gram;
  std::optional<PcaModel> model;
  if (arguments.input.is_gram) {
    CheckUsersGram(file);
    gram = file.matrix.rows;
  } else {
    model = PcaModel::Fit(TrainUsersKernel(arguments.kernel, file, arguments.seed),
                          {.components = arguments.components}, pool, arguments.data, &gram);
    model->columns = file.matrix.columns;
  }
  const kernels::KernelPca pca = model ? model->pca : PcaOfGram(arguments, gram);
  const double variance = kernels::Centered(gram).trace();
  std::optional<kernels::SpectralClustering> clustering;
  if (arguments.clusters > 0) {
    clustering = kernels::ClusterSpectrally(
        model && model->shift.size() > 0 ? model->input.Gram(pool) : gram,
        {.clusters = arguments.clusters,
         .form = arguments.form == "shi-malik" ? kernels::SpectralForm::kShiMalik
                                               : kernels::SpectralForm::kNgJordanWeiss,
         .seed = arguments.seed});
    if (model) model->clusters = clustering->assignment;
  }
  WriteCoordinates(pca.Project(gram), clustering ? clustering->clusters : std::vector<int>(), arguments.out);
  if (!arguments.save.empty()) model->Save(common::CallersPath(arguments.save));
  const double share = variance > 0 ? pca.eigenvalues().sum() / variance : 0;
  std::fprintf(out, "rows         %d\nkernel       %s\ncomponents   %d, with %s of the variance\n",
               static_cast<int>(gram.rows()), model ? model->input.Text().c_str() : "precomputed",
               static_cast<int>(pca.components()), common::FormatShort(share).c_str());
  if (clustering) {
    std::fprintf(out, "clusters     %d, normalised cut %s\n", arguments.clusters,
                 common::FormatShort(clustering->normalized_cut).c_str());
  }
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  CheckFlags(arguments);
  common::ThreadPool pool(arguments.threads);
  UsersMatrix file = {arguments.data,
                      ReadUsersMatrix("kernel_pca", arguments.data, arguments.input, messages)};
  DropMissingRows("kernel_pca", {&file, 1}, messages);
  if (!arguments.apply.empty()) {
    Apply(arguments, file.matrix, pool, out);
  } else {
    Train(arguments, file, pool, out);
  }
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunKernelPca(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                 const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("kernel_pca", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages);
    } catch (const common::Stopped&) {
      std::fputs("kernel_pca: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
