#include "experiments/hashing/case_parts.h"

#include <algorithm>

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::PlanRequest;
using harness::Protocol;
using harness::Setting;

void Depart(Case& c, Protocol protocol, const std::string& departure) {
  c.protocol = std::max(c.protocol, protocol);
  c.departures.push_back(departure);
}

}  // namespace

Setting Parameters(const PlanRequest& request, const std::string& part,
                   std::initializer_list<const char*> names) {
  Setting parameters = {{"part", part}};
  for (const char* name : names) parameters.Set(name, request.settings.Text(name));
  return parameters;
}

void Cut(Case& c, const std::string& departure) { Depart(c, Protocol::kCut, departure); }
void Change(Case& c, const std::string& departure) { Depart(c, Protocol::kChanged, departure); }

}  // namespace structlab::hashing
