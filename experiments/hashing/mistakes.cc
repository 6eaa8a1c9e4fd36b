#include "experiments/hashing/mistakes.h"

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {

void Mistakes::Record(const char* table, const std::string& method, const harness::Setting& setting,
                      harness::Recorder& record) const {
  std::vector<double> places = wrong_, is_wrong(wrong_.size(), 1.0);
  places.push_back(documents_);
  is_wrong.push_back(0);
  record.Curve(kOurMistakes, "wrong_documents", places, is_wrong,
               {.method = method, .setting = MistakesKey(table, setting)});
}

}  // namespace structlab::hashing
