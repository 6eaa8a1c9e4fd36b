"""The test that experiments/RESULTS.md says what the recorded results say."""

def results_page_test(name, page, measured, **kwargs):
    """Fails when the page differs from what the recorded files generate, and says how to write it again.

    Stands in experiments/BUILD.

    Args:
      name: of the test.
      page: RESULTS.md of the same package.
      measured: the filegroups of the files measured*.tsv and benchmarks.tsv of the packages below.
      **kwargs: passed on.
    """
    native.cc_test(
        name = name,
        size = "small",
        srcs = ["//experiments/harness/report:write_results_page.cc"],
        args = ["--check"],
        data = [page] + measured,
        deps = [
            "//common:error",
            "//common:file",
            "//experiments/harness/report:measured",
            "//experiments/harness/report:results_page",
        ],
        **kwargs
    )
