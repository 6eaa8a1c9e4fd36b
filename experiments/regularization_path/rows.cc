#include "experiments/regularization_path/rows.h"

#include <optional>
#include <string>

#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::DeclaredRow;
using harness::Setting;

DeclaredRow Row(std::string table, std::string method, Setting setting, std::string metric,
                std::string unit = "", std::string figure = "") {
  return {.key = {std::move(table), kDataset, std::move(method), std::move(setting), std::move(metric)},
          .unit = std::move(unit),
          .higher_is_better = false,
          .figure = std::move(figure)};
}

void AddTables(std::vector<DeclaredRow>& rows) {
  const Protocol printed;
  for (const std::string& method : ThesisScratchMethods()) {
    rows.push_back(Row("Table 5.1", method, ScratchKey(printed), "min_test_loss"));
    rows.push_back(Row("Table 5.1", method, ScratchKey(printed), "total_passes", "passes"));
  }
  for (const double kappa1 : ThesisKappas()) {
    for (const std::string& method : ThesisPathMethods()) {
      const Setting key = PathKey(printed, kappa1);
      rows.push_back(Row("Table 5.2", method, key, "total_passes", "passes"));
      rows.push_back(Row("Table 5.3", method, key, "n_breakpoints", "breakpoints"));
      rows.push_back(Row("Table 5.4", method, TestLossKey(printed, kappa1), "min_test_loss"));
    }
  }
}

// A row of a figure: the curves of several methods at one kappa1.
DeclaredRow FigureRow(int figure, std::string methods_as_printed, double kappa1, std::string metric,
                      std::vector<std::string> methods) {
  DeclaredRow row = Row("Figure 5." + std::to_string(figure), std::move(methods_as_printed), KappaKey(kappa1),
                        std::move(metric), "", FigureId(figure, kappa1));
  row.needs_methods = std::move(methods);
  return row;
}

void AddFigures(std::vector<DeclaredRow>& rows) {
  // What the source draws beside the path: of the methods without one, these two.
  std::vector<std::string> all = ThesisPathMethods();
  all.insert(all.end(), {"BCFW-STD-U", "BCFW-STD-G"});
  for (const double kappa1 : ThesisKappas()) {
    rows.push_back(FigureRow(1, "RP variants vs BCFW-STD-U/G", kappa1, "passes_vs_lambda", all));
    rows.push_back(FigureRow(2, "RP-BCFW-HEU-U,RP-BCFW-HEU-G", kappa1, "true_duality_gap_vs_lambda",
                             {"RP-BCFW-HEU-U", "RP-BCFW-HEU-G"}));
    rows.push_back(FigureRow(2, "RP-BCFW-STD-U,RP-BCFW-STD-G,BCFW-STD-U,BCFW-STD-G", kappa1,
                             "duality_gap_vs_lambda",
                             {"RP-BCFW-STD-U", "RP-BCFW-STD-G", "BCFW-STD-U", "BCFW-STD-G"}));
    rows.push_back(FigureRow(3, "all algorithms", kappa1, "test_loss_vs_lambda", all));
  }
}

void AddProse(std::vector<DeclaredRow>& rows) {
  const auto smallest_lambda = [](const char* start) {
    return Setting{{"lambda", "1e-4"}, {"start", start}};
  };
  rows.push_back(Row(kProseFigure51f, kWarmStarts, smallest_lambda("warm"), "passes_to_converge", "passes"));
  for (const char* method : {"BCFW-STD-G", "BCFW-STD-U"}) {
    rows.push_back(Row(kProseFigure51f, method, smallest_lambda("w0"), "passes_to_converge", "passes"));
  }
  const struct {
    const char* method;
    double kappa1;
  } quoted[] = {{"RP-BCFW-HEU-G", 0.95}, {"RP-BCFW-STD-U", 0.1}};
  for (const auto& [method, kappa1] : quoted) {
    rows.push_back(Row(kProse, method, KappaKey(kappa1), "total_passes", "passes"));
    rows.push_back(Row(kProse, method, KappaKey(kappa1), "n_breakpoints", "breakpoints"));
  }
  for (const char* split : {"train", "test"}) {
    DeclaredRow row = Row(kProse, "dataset statistics", Setting{{"split", split}}, "n_instances");
    row.higher_is_better = std::nullopt;
    rows.push_back(row);
  }
}

void AddTheory(std::vector<DeclaredRow>& rows) {
  DeclaredRow start =
      Row("section 5.6.2 (5.51)", "SSVM-RP initialisation",
          Setting{{"bound", "lambda >= (||Psi||^2 + mean theta)/(kappa1*epsilon)"}}, "start_of_path");
  DeclaredRow box = Row("section 5.5.2", "SSVM-B",
                        Setting{{"identity", "Lagrange gap equals linearization gap"}}, "duality_gap");
  for (DeclaredRow* row : {&start, &box}) {
    row->key.dataset.clear();
    rows.push_back(*row);
  }
}

}  // namespace

std::vector<DeclaredRow> Rows() {
  std::vector<DeclaredRow> rows;
  AddTables(rows);
  AddFigures(rows);
  AddProse(rows);
  AddTheory(rows);
  return rows;
}

}  // namespace structlab::regularization_path
