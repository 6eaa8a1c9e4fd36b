"""Fuzzers of what reads files. tools/run_fuzzers tries all of them for a moment; to run one for longer:

    bazel build --config=fuzz //common:table_fuzzer
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
