// The words for the report's categories, as files and pages write them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_NAMES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_NAMES_H_

#include <string>
#include <string_view>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// "real", "substitute", "stand-in"
std::string_view NameOf(DataOrigin data);
// "paper", "cut", "changed"
std::string_view NameOf(Protocol protocol);
// "holds", "fails", "undecided", "not-tested"
std::string_view NameOf(Verdict verdict);
// "smoke", "quick", "paper"
std::string_view NameOf(Profile profile);
// "done", "failed", "timed out", "out of memory", "refused", "not run"
std::string_view NameOf(CaseState state);

// The inverses. Throw common::Error (kData) that names `where`, lists the known words and shows the text.
DataOrigin ParseDataOrigin(std::string_view text, const std::string& where);
Protocol ParseProtocol(std::string_view text, const std::string& where);
Verdict ParseVerdict(std::string_view text, const std::string& where);
Profile ParseProfile(std::string_view text, const std::string& where);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_NAMES_H_
