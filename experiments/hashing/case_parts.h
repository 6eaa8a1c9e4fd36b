// What cases of all kinds are made with, and the cases on graphs: cases.cc has the others.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CASE_PARTS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CASE_PARTS_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

// Those of the request's settings that a case reads, and which part of the package runs it.
harness::Setting Parameters(const harness::PlanRequest& request, const std::string& part,
                            std::initializer_list<const char*> names);

// How a case departs from the source, and that its protocol is cut or changed by it.
void Cut(harness::Case& c, const std::string& departure);
void Change(harness::Case& c, const std::string& departure);

void AddGraphs(const harness::PlanRequest& request, std::vector<harness::Case>& cases);
void AddGraphChoices(const harness::PlanRequest& request, std::vector<harness::Case>& cases);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CASE_PARTS_H_
