// A learned linear model, and its text file.
//
//     const ProblemFacts facts = {{"problem", "chain"}, {"labels", "26"}};
//     SaveModel({result.weights, result.lambda, facts}, "ocr.model");
//     const LinearModel model = LoadModel("ocr.model", facts, problem.dimension());
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_

#include <map>
#include <string>
#include <string_view>

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// Facts that describe the problem of the weights; the caller chooses them, for example {"problem": "chain",
// "labels": "26", "pixels": "128"}. A model fits a problem if their facts are equal.
using ProblemFacts = std::map<std::string, std::string>;

struct LinearModel {
  DenseVector weights;
  double lambda = 0;  // the lambda of P_lambda, see regularization.h
  ProblemFacts problem;
};

// The text of a model, in format version 1. Lines consist of fields separated by tabs, in the order below. In
// facts, tab, newline, carriage return and backslash are escaped as \t \n \r \\. Every double is the shortest
// text that reads back to the same bits:
//   structlab linear model <tab> 1
//   fact <tab> name <tab> value              one line for each fact, names increasing
//   lambda <tab> number
//   dimension <tab> d
//   number                                   d lines
//   sha256 <tab> digest of all bytes before this line
std::string FormatModel(const LinearModel& model);

// Reads the text of a model. `name` is the file name in messages. Throws common::Error (data), which says
// what was expected and found, if the text was cut or changed anywhere (checked by the digest), has another
// version, is not a model, or if weights or lambda are not finite. Memory and time are proportional to the
// text.
LinearModel ParseModel(std::string_view text, const std::string& name);

// Throws common::Error (data) if the facts or the dimension differ. The message names the first fact that
// differs, or the dimension.
void CheckModelFits(const LinearModel& model, const ProblemFacts& problem, int dimension,
                    const std::string& name);

// Writes to a temporary name and renames it, so that after a crash or on a full disk the old file is still
// complete. Throws common::Error (usage) for a model that is not finite, and as common::WriteFileAtomically
// does.
void SaveModel(const LinearModel& model, const std::string& path);

// Reads a file with ParseModel and CheckModelFits. Throws as these do, and as common::ReadFile does.
LinearModel LoadModel(const std::string& path, const ProblemFacts& problem, int dimension);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_
