// What the sections share: names of tables and methods, settings, and what is recorded of predicted tags.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_PROTOCOL_H_

#include <span>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/joint_svm/annotation.h"

namespace structlab::joint_svm {

inline constexpr const char* kTable1 = "paper III Table 1";
inline constexpr const char* kTable2 = "paper III Table 2";
inline constexpr const char* kTable3 = "paper III Table 3";
inline constexpr const char* kTable4 = "paper III Table 4";
inline constexpr const char* kTable5 = "paper III Table 5";
inline constexpr const char* kProse76 = "paper III section 7.6 (prose)";
inline constexpr const char* kTheorem1 = "paper III section 6 Theorem 1";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurTags = "ours: predicted tags";  // both averages, all variants
inline constexpr const char* kOurTimes = "ours: times";
inline constexpr const char* kOurTagCounts = "ours: time by number of tags";
inline constexpr const char* kOurSelection = "ours: choice by folds";
inline constexpr const char* kOurCorrelations = "ours: correlations of tags";
inline constexpr const char* kOurRanking = "ours: ranking";
inline constexpr const char* kOurTheory = "ours: theory";

// Methods as the source spells them, and ours.
inline constexpr const char* kFeatureMethod = "JSVM (no explicit output kernel)";
inline constexpr const char* kIndependentSvms = "Independent SVMs";
inline constexpr const char* kJointSvm = "Joint SVM";
inline constexpr const char* kJointSigns = "Joint SVM, -1/+1";
inline constexpr const char* kOneSvm = "one SVM, mean of all tags";
inline constexpr const char* kJsvm = "JSVM";
inline constexpr const char* kOdd = "JSVM+Odd";
inline constexpr const char* kPol2 = "JSVM+Pol(2)";
inline constexpr const char* kPol3 = "JSVM+Pol(3)";
inline constexpr const char* kPer = "JSVM-Per";
inline constexpr const char* kJec = "JEC";
inline constexpr const char* kTagProp = "TagProp";
inline constexpr const char* kPerceptronMethod = "perceptron-like joint SVM";

// Data sets: as the catalogue and as tables call them.
inline constexpr const char* kInriaData = "corel5k-inria";
inline constexpr const char* kMulanData = "mulan";
inline constexpr const char* kCorel = "Corel5k";                           // in tables of the source
inline constexpr const char* kInriaCorel = "Corel5k, 260 tags, DenseHue";  // in ours
inline constexpr const char* kMulanCorel = "Corel5k, 374 tags";
inline constexpr const char* kScene = "scene";
inline constexpr const char* kDelicious = "delicious";

// Input kernels in our tables and in names of cases; the source multiplies fifteen polynomial kernels of
// degree 2.
inline constexpr const char* kGaussian = "gaussian";
inline constexpr const char* kPolynomial = "polynomial";
inline constexpr const char* kPrintedPolynomial = "polynomial_degree_2";

// The data that sections compare on: sets of Mulan, and INRIA's tags with DenseHue.
struct TagData {
  const char* name;     // in names of cases: "corel5k", "dense-hue", "scene", "delicious"
  const char* data;     // of the catalogue
  const char* dataset;  // in our tables
};
const TagData& FindTagData(const std::string& name);

// Does the case take the part of the source's Corel5k in its Tables 4 and 5? A variant does not.
bool IsPrinted(const TagData& data, const harness::Recorder& record);

// Rows that are used, the first ones: 0 is all.
struct Rows {
  int64_t train, test;
};
Rows ReadRows(harness::Case& c);
// The rows of a data set, scaled by a rule of the library (MakeTask).
TagTask LoadTask(const TagData& data, const Rows& rows, const std::string& rule,
                 const harness::Recorder& record);

// The option of a tag vector that our tables call "0/1", "-1/+1" or "centred".
std::string CodingOption(const std::string& coding);

// A learner of the library by the released program, with these options beside: both kernels normalised, tag
// vectors of indicators. Reads cost, gap, passes, neighbours and top.
using Options = std::vector<std::string>;
Method ReadMethod(harness::Case& c, const std::string& learner, const Options& options = {});
// The same with what folds choose: widths of the Gaussian kernel; margins of the perceptron with the
// polynomial kernel. `degree`: in place of the protocol's, as a variant whose offset folds choose; empty: the
// protocol's.
Method ReadGaussianMethod(harness::Case& c, const std::string& learner, const Options& options = {});
Method ReadPolynomialMethod(harness::Case& c, const std::string& learner, const std::string& degree,
                            const Options& options = {});

// The input kernel in keys of our tables; of a variant with its degree.
harness::Setting KernelSetting(const std::string& kernel, const harness::Case& c);

// Precision, recall and F1 of the micro average and of the macro average (F1 of the two means, as tables of
// image annotation print it), in percent; tags a row; tags that are recalled at all; and the items of
// "micro_f1": of each test row the right tags and the wrong ones, missing or too many, from which differences
// of F1 have intervals. All below kOurTags, with the pairs of `setting`.
void RecordTags(const std::string& dataset, const std::string& method, const harness::Setting& setting,
                const MultiLabelData& test, std::span<const TagList> predicted, harness::Recorder& record);

// Precision, recall and F1 below a table of the source, in percent: the micro average, or the macro average
// where the source's numbers are that.
enum class Average { kMicro, kMacro };
void RecordForSource(const std::string& table, const std::string& method, const harness::Setting& setting,
                     Average average, const MultiLabelData& test, std::span<const TagList> predicted,
                     harness::Recorder& record);

// Tags by one decoder below kOurTags, and what folds said of each choice: as a curve by the width or the
// offset, the chosen one as a value. `setting`: without the decoder.
void RecordAnnotation(const std::string& dataset, const std::string& method, harness::Setting setting,
                      const MultiLabelData& test, const Method& learner, const Annotation& annotation,
                      harness::Recorder& record);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_PROTOCOL_H_
