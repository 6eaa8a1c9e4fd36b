#include "common/method_list.h"

#include <gtest/gtest.h>

#include <functional>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

struct Method {
  std::string name;
  std::function<int()> run;
};

using Methods = MethodList<Method, &Method::run>;

int One() { return 1; }
int Two() { return 2; }

Methods OwnAndAdded() {
  Methods methods("method", {{"own", One}, {"also-own", One}});
  for (const char* name : {"zeta", "alpha", "mean-field"}) methods.Add({name, Two});
  return methods;
}

TEST(MethodList, OwnMethodsComeFirstAndOthersByName) {
  std::vector<std::string> names;
  const Methods methods = OwnAndAdded();
  for (const Method& method : methods.All()) names.push_back(method.name);
  EXPECT_EQ(names, (std::vector<std::string>{"own", "also-own", "alpha", "mean-field", "zeta"}));
  EXPECT_EQ(methods.Find("own").run(), 1);
  EXPECT_EQ(methods.Find("zeta").run(), 2);
}

TEST(MethodList, SaysWhichAreKnownNearestFirst) {
  EXPECT_EQ(MessageOf([] { OwnAndAdded().Find("mean-feild"); }),
            "method: expected one of mean-field, own, also-own, alpha, zeta, found 'mean-feild'");
  EXPECT_EQ(MessageOf([] { Methods("kernel", {}).Find("linear"); }),
            "kernel: expected one that is linked: none is, found 'linear'");
}

TEST(MethodListDeathTest, ANameTwiceAndHalfAMethodAreBugs) {
  EXPECT_DEATH(OwnAndAdded().Add({"alpha", Two}), "is_new");
  EXPECT_DEATH(OwnAndAdded().Add({"own", Two}), "is_new");
  EXPECT_DEATH(OwnAndAdded().Add({"", Two}), "is_whole");
  EXPECT_DEATH(OwnAndAdded().Add({"half", nullptr}), "is_whole");
}

}  // namespace
}  // namespace structlab::common
