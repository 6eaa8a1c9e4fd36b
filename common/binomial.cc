#include "common/binomial.h"

#include <boost/math/distributions/binomial.hpp>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

void Check(const Share& share) {
  if (share.trials >= 1 && 0 <= share.hits && share.hits <= share.trials) return;
  ThrowUsageError("share", "0 <= hits <= trials and trials >= 1",
                  std::to_string(share.hits) + " of " + std::to_string(share.trials));
}

}  // namespace

double BinomialUpperTail(const Share& share, double probability) {
  Check(share);
  if (!(probability >= 0 && probability <= 1)) {
    ThrowUsageError("probability", "0 to 1", FormatDouble(probability));
  }
  if (share.hits == 0) return 1;
  const boost::math::binomial_distribution<> hits(static_cast<double>(share.trials), probability);
  return cdf(complement(hits, static_cast<double>(share.hits - 1)));
}

Interval ClopperPearsonInterval(const Share& share, double confidence) {
  Check(share);
  if (!(confidence > 0 && confidence < 1)) {
    ThrowUsageError("confidence", "between 0 and 1", FormatDouble(confidence));
  }
  using Binomial = boost::math::binomial_distribution<>;
  const auto hits = static_cast<double>(share.hits), trials = static_cast<double>(share.trials);
  const double level = (1 - confidence) / 2;
  return {Binomial::find_lower_bound_on_p(trials, hits, level),
          Binomial::find_upper_bound_on_p(trials, hits, level)};
}

}  // namespace structlab::common
