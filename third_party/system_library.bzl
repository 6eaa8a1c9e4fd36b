"""The wrapper of a library that the system provides."""

def system_library(name):
    """Makes //third_party/<name>, which stands for @system_<name> (system_libraries.bzl), and its test.

    Args:
        name: of the folder. <name>_test.cc calls a function of the library: it compiles, links and runs.
    """
    native.alias(
        name = name,
        actual = "@system_" + name,
    )
    system_library_test(name)

def system_library_test(name, copts = []):
    """Makes the test of a library with a target of its own."""
    native.cc_test(
        name = name + "_test",
        size = "small",
        srcs = [name + "_test.cc"],
        copts = copts,
        deps = [
            ":" + name,
            "//third_party/googletest:main",
        ],
    )
