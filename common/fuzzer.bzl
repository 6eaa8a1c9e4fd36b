"""Fuzzers of what reads files. tools/run_fuzzers tries all of them for a moment; to run some for longer:

    tools/run_fuzzers --minutes=10 //common:table_fuzzer
"""

def fuzzer(name, deps, seeds = []):
    """The program <name>_fuzzer of <name>_fuzzer.cc; only who names it builds it, since it needs Clang.

    Args:
        name: what is tried
        deps: what it is in
        seeds: files that it starts from, so that it need not find out what a format looks like
    """
    native.cc_binary(
        name = name + "_fuzzer",
        testonly = True,
        srcs = [name + "_fuzzer.cc"],
        data = seeds,
        copts = ["-fsanitize=fuzzer"],
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = deps + ["//common:fuzz_file"],
    )
