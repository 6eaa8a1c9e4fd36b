"""Fuzzers of what reads files. To build one, with the coverage of the libraries that guides it, and run it:

    bazel build --config=asan_clang --copt=-fsanitize=fuzzer-no-link //common:table_fuzzer
    bazel-bin/common/table_fuzzer -max_total_time=60
"""

def fuzzer(name, deps):
    """The program <name>_fuzzer of <name>_fuzzer.cc; only who names it builds it, since it needs Clang.

    Args:
        name: what is tried
        deps: what it is in
    """
    native.cc_binary(
        name = name + "_fuzzer",
        testonly = True,
        srcs = [name + "_fuzzer.cc"],
        copts = ["-fsanitize=fuzzer"],
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = deps + [
            "//common:error",
            "//common:fuzz_file",
        ],
    )
