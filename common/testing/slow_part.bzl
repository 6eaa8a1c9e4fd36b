"""Tests of which a part takes half a minute and more."""

def cc_test_with_slow_part(name, slow, srcs, deps, tags = []):
    """Makes two tests of the same sources: `name`, and "slow_" + name with the tag slow.

    Args:
      name: of the test that tools/test runs.
      slow: pattern of the names of tests that tools/test --all alone runs, as GoogleTest has it.
      srcs: of both.
      deps: of both.
      tags: of both.
    """
    native.cc_library(
        name = name + "s",
        testonly = True,
        srcs = srcs,
        deps = deps,
        alwayslink = True,
    )
    native.cc_test(
        name = name,
        size = "medium",
        args = ["--gtest_filter=-" + slow],
        tags = tags,
        deps = [":%ss" % name],
    )
    native.cc_test(
        name = "slow_" + name,
        size = "large",
        args = ["--gtest_filter=" + slow],
        tags = tags + ["slow"],
        deps = [":%ss" % name],
    )
