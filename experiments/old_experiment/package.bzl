"""The frame of an experiment package of the earlier kind; goes when the last of them has moved."""

load("//experiments/harness:embed.bzl", "embedded_text")

def experiment_package(name, deps, test_deps = [], methods = [], invariance_flags = []):
    """The program of an experiment, what it is made of, and the tests that every package has.

    Of the files that stand in the folder it makes

      :<name>           the program, of main.cc
      :package          package.h and package.cc, where MakeExperiment() is
      :source           source.h, in which reported.tsv is kReported, claims.tsv is kReportedClaims and, where it
                        is there, benchmarks.tsv is kBenchmarks, in namespace structlab::<name>
      :measured         what full runs and benchmarks found: measured*.tsv and benchmarks.tsv, nothing before
                        the first is recorded
      :package_test     package_test.cc, with what harness/testing has for it
      :invariance_test  that no number depends on how many cases and threads run at once: three runs of the
                        profile smoke; invariance_test.cc instead, where the package has more to say of it

    Args:
      name: of the folder.
      deps: of package.cc, beside :source and the harness.
      test_deps: of package_test.cc, beside :package, the harness and GoogleTest.
      methods: libraries that register themselves, so that nothing calls them: the program and the tests of the
          package link them.
      invariance_flags: of the program in these runs, where a plain one would take long or be stopped by the clock.
    """
    native.cc_binary(
        name = name,
        srcs = ["main.cc"],
        data = [":measured"],
        deps = methods + [":package"],
    )

    native.cc_library(
        name = "package",
        srcs = ["package.cc"],
        hdrs = ["package.h"],
        deps = _union(deps, [
            ":source",
            "//experiments/old_experiment",
        ]),
    )

    texts = {"kBenchmarks": "benchmarks.tsv"} if _is_there("benchmarks.tsv") else {}
    texts.update({
        "kReported": "reported.tsv",
        "kReportedClaims": "claims.tsv",
    })
    embedded_text(
        name = "source",
        namespace = "structlab::" + name,
        texts = texts,
    )

    native.filegroup(
        name = "measured",
        srcs = native.glob(
            [
                "benchmarks.tsv",
                "measured*.tsv",
            ],
            allow_empty = True,
        ),
    )

    native.filegroup(
        name = "recorded",  # what RESULTS.md is made from
        srcs = [
            "claims.tsv",
            "reported.tsv",
            ":measured",
        ],
    )

    native.cc_test(
        name = "package_test",
        size = "medium",
        srcs = ["package_test.cc"],
        deps = _union(methods + test_deps, [
            ":package",
            "//experiments/harness/testing:program_run",
            "//experiments/old_experiment/testing",
            "//third_party/googletest:main",
        ]),
    )

    has_own = _is_there("invariance_test.cc")
    native.cc_test(
        name = "invariance_test",
        size = "medium",
        srcs = ["invariance_test.cc"] if has_own else [],
        args = [] if has_own else ["experiments/{0}/{0}".format(name)] + invariance_flags,
        data = [":" + name],
        # Whole runs of the program, minutes long there; package_test makes one.
        tags = ["no_sanitizer"],
        deps = [
            "//experiments/harness/testing:package_checks",
            "//experiments/harness/testing:program_run",
            "//third_party/googletest:main",
        ] if has_own else ["//experiments/old_experiment/testing:package_invariance"],
    )

def _union(a, b):
    return a + [label for label in b if label not in a]

def _is_there(file):
    return len(native.glob(
        [file],
        allow_empty = True,
    )) > 0
