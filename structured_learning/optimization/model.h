// A learned linear model as a value and as a file.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_

#include <map>
#include <string>
#include <string_view>

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// What the weights belong to, as facts that the caller chooses, for example
// {"problem": "chain", "labels": "26", "pixels": "128"}. Two sets of facts belong together if they are equal.
using ProblemFacts = std::map<std::string, std::string>;

struct LinearModel {
  DenseVector weights;
  double lambda = 0;  // of P_lambda, see regularization.h
  ProblemFacts problem;
};

// The format, version 1, is text: lines of fields that are separated by tabs, in this order, with tab,
// newline, carriage return and backslash escaped as \t \n \r \\ in facts, and every double as the shortest
// text that reads back to the same bits:
//   structlab linear model <tab> 1
//   fact <tab> name <tab> value              one line a fact, names rising
//   lambda <tab> number
//   dimension <tab> d
//   number                                   d lines
//   sha256 <tab> digest of all bytes before this line
std::string FormatModel(const LinearModel& model);

// Reads it again; `name` stands in messages. Throws common::Error (data) that says what was expected and
// found for a text that was cut or changed anywhere (the digest tells), is of another version or no model at
// all, and where weights or lambda are not finite. Memory and time are proportional to the text.
LinearModel ParseModel(std::string_view text, const std::string& name);

// Throws common::Error (data) that names the first fact that differs, or the dimension.
void CheckModelFits(const LinearModel& model, const ProblemFacts& problem, int dimension,
                    const std::string& name);

// Writes through a temporary name: after a crash or on a full disk the old file is still whole. Throws
// common::Error (usage) for a model that is not finite, and as common::WriteFileAtomically does.
void SaveModel(const LinearModel& model, const std::string& path);

// ParseModel and CheckModelFits on a file. Also throws what common::ReadFile does.
LinearModel LoadModel(const std::string& path, const ProblemFacts& problem, int dimension);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_MODEL_H_
