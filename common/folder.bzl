"""The library, the test and the benchmarks of a folder: all of its files, so that a new file is found by itself."""

_NO_PART_OF_A_LIBRARY = ["test", "fuzzer", "benchmark"]

_EVERY_TEST_HAS = [
    "//common",
    "//common:random_stream",
    "//common/testing",
    "//third_party/googletest:main",
]

def folder_library(name, deps, folder = ".", private = [], exclude = [], **kwargs):
    """A library of all files of a folder but its tests, fuzzers and benchmarks.

    Args:
      name: of the library.
      deps: what it needs.
      folder: where the files are; the folder of the BUILD file if not given.
      private: headers that only the library itself includes.
      exclude: further files that belong elsewhere.
      **kwargs: other attributes of cc_library.
    """
    prefix = "" if folder == "." else folder + "/"
    elsewhere = exclude + [prefix + "*_%s.cc" % kind for kind in _NO_PART_OF_A_LIBRARY]
    native.cc_library(
        name = name,
        srcs = native.glob([prefix + "*.cc"], exclude = elsewhere) + private,
        hdrs = native.glob([prefix + "*.h"], exclude = exclude + private),
        deps = deps,
        **kwargs
    )

# This many test files are compiled together, so that the compiler reads the headers of GoogleTest and Eigen only once
# for all of them. A larger number saves little time in a build from nothing, and costs time after a change.
_FILES_AT_ONCE = 8

# The files one after the other, the unnamed namespace of each in a namespace of its own, so that their helpers may have
# equal names. Errors name the lines of the files themselves.
_JOIN = """
for file in $(SRCS); do
  if [ "$$(grep -cx -e 'namespace {' -e '}  // namespace' $$file)" != 2 ]; then
    echo "$$file: expected one line 'namespace {' and one line '}  // namespace', as all files of tests have" >&2
    exit 1
  fi
  echo "#line 1 \\"$$file\\""
  sed -e "s/^namespace {$$/namespace $$(basename $$file .cc) { namespace {/" \\
      -e 's/^}  [/][/] namespace$$/} &/' $$file
  echo
done >$@
"""

def _joined(name, files):
    parts = (len(files) + _FILES_AT_ONCE - 1) // _FILES_AT_ONCE
    if parts == len(files):
        return files
    for part in range(parts):
        native.genrule(
            name = "%s_part_%d" % (name, part),
            testonly = True,
            srcs = files[part * len(files) // parts:(part + 1) * len(files) // parts],
            outs = ["%s_part_%d_test.cc" % (name, part)],
            cmd = _JOIN,
            visibility = ["//visibility:private"],
        )
    return ["%s_part_%d_test.cc" % (name, part) for part in range(parts)]

def folder_test(name, deps, size = "small", files = None, folders = ["."], exclude = [], **kwargs):
    """A test of all files *_test.cc of some folders, or of the given ones.

    Args:
      name: of the test.
      deps: what is tested, and further libraries; common, its random streams, its testing library and GoogleTest
          are there anyhow.
      size: of the test.
      files: what the test consists of, instead of all files.
      folders: where the files are; the folder of the BUILD file if not given.
      exclude: files that have a test of their own.
      **kwargs: other attributes of cc_test; `srcs` are further files, such as headers of tests.
    """
    if files != None and (exclude or folders != ["."]):
        fail("%s: expected files, or folders and exclude, found both" % name)
    patterns = ["*_test.cc" if folder == "." else folder + "/*_test.cc" for folder in folders]
    native.cc_test(
        name = name,
        size = size,
        copts = kwargs.pop("copts", []) + select({
            "//third_party:clang": [],  # does not find the compiled header
            "//conditions:default": ["-include", "common/testing/precompiled.h"],
        }),
        srcs = kwargs.pop("srcs", []) + _joined(name, native.glob(patterns, exclude = exclude) if files == None else files),
        deps = deps + [label for label in _EVERY_TEST_HAS if label not in deps] + select({
            "//third_party:clang": [],
            "//conditions:default": ["//common/testing:precompiled"],
        }),
        **kwargs
    )

def folder_benchmark(name, deps, **kwargs):
    """A program of all files *_benchmark.cc of the folder, each with a common::BenchmarkRegistration.

    Args:
      name: of the program, which tools/bench_targets.tsv names.
      deps: what is measured, and the yardsticks; the frame of benchmarks is there anyhow.
      **kwargs: other attributes of cc_binary; `srcs` are further files.
    """
    native.cc_binary(
        name = name,
        testonly = True,
        srcs = kwargs.pop("srcs", []) + native.glob(["*_benchmark.cc"]),
        deps = deps + [
            label
            for label in ["//common", "//common:benchmark", "//common:benchmark_program"]
            if label not in deps
        ],
        **kwargs
    )
