// Single messages; the tests of complete inference are with the methods.
#include "graphical_models/exact/factor_messages.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graphical_models/exact/testing/worked_examples.h"

namespace structlab::graphical_models {
namespace {

using Numbers = std::vector<double>;

Numbers Product(const Numbers& a, const Numbers& b) {
  Numbers product;
  for (size_t i = 0; i < a.size(); ++i) product.push_back(a[i] * b[i]);
  return product;
}

// The messages of the worked chain as products of factors: exp(-energy), not normalised.
class ChainMessages {
 public:
  explicit ChainMessages(Elimination elimination) : elimination_(elimination) {}

  // The message of a factor of two variables, given the message of the variable at `from`.
  Numbers Through(int factor, int from, const Numbers& told) {
    const int slot = slots_.first(factor) + from, to = 1 - from;
    for (size_t label = 0; label < told.size(); ++label) messages_[slot][label] = -std::log(told[label]);
    Numbers sum;
    SumTable(chain_, slots_, factor, messages_, to, sum);
    Numbers projection(messages_[slots_.first(factor) + to].size());
    Project(chain_, factor, to, sum, elimination_, projection);
    for (double& entry : projection) entry = std::exp(-entry);
    return projection;
  }

 private:
  FactorGraph chain_ = ChainExample();
  FactorSlots slots_{chain_};
  SlotMessages messages_{chain_, slots_};
  Elimination elimination_;
};

void ExpectNear(const Numbers& found, const Numbers& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12 * expected[i]) << i;
}

// The unaries of the chain, and its two factors of two variables.
const Numbers kFirst = {1, 2}, kSecond = {1, 1, 2}, kThird = {3, 1};
constexpr int kFirstPair = 3, kSecondPair = 4;

// Sum-product: the product of the messages at a variable is its marginal times Z = 190.
TEST(FactorMessages, SumsOfTheWorkedChain) {
  ChainMessages chain(Elimination::kSum);
  const Numbers m12 = chain.Through(kFirstPair, 0, kFirst);
  ExpectNear(m12, {4, 9, 5});
  const Numbers m23 = chain.Through(kSecondPair, 0, Product(kSecond, m12));
  ExpectNear(m23, {41, 67});
  const Numbers m32 = chain.Through(kSecondPair, 1, kThird);
  ExpectNear(m32, {5, 10, 8});
  const Numbers m21 = chain.Through(kFirstPair, 1, Product(kSecond, m32));
  ExpectNear(m21, {68, 61});
  ExpectNear(Product(kFirst, m21), {68, 122});
  ExpectNear(Product(Product(kSecond, m12), m32), {20, 90, 80});
  ExpectNear(Product(kThird, m23), {123, 67});
}

// Max-product: the products of the messages at a variable are its max-marginals; the maximum is 72, of (1, 1,
// 0).
TEST(FactorMessages, MaximaOfTheWorkedChain) {
  ChainMessages chain(Elimination::kMin);
  const Numbers m12 = chain.Through(kFirstPair, 0, kFirst);
  ExpectNear(m12, {2, 8, 3});
  const Numbers m23 = chain.Through(kSecondPair, 0, Product(kSecond, m12));
  ExpectNear(m23, {24, 30});
  const Numbers m32 = chain.Through(kSecondPair, 1, kThird);
  ExpectNear(m32, {3, 9, 5});
  const Numbers m21 = chain.Through(kFirstPair, 1, Product(kSecond, m32));
  ExpectNear(m21, {30, 36});
  ExpectNear(Product(kFirst, m21), {30, 72});
  ExpectNear(Product(Product(kSecond, m12), m32), {6, 72, 30});
  ExpectNear(Product(kThird, m23), {72, 30});
}

}  // namespace
}  // namespace structlab::graphical_models
