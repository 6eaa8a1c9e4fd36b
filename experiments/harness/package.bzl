"""The frame of an experiment package: what is the same in each of them."""

load("//experiments/harness:digests.bzl", "code_digests")
load("//experiments/harness:embed.bzl", "embedded_text")

def experiment_package(name, sections, deps, helpers = [], methods = {}, test_deps = []):
    """The program of an experiment, and the tests that every package has.

    Of the files that stand in the folder (about.md, reported.tsv, claims.tsv, settings.tsv, record/,
    reruns.tsv, claims_expected.tsv, benchmarks.tsv and the sections) it makes

      :<name>               the program
      :package              a library with harness::MakePackage() (harness/package.h)
      :<name>_test          <name>_test.cc: what every package promises, and what this one promises beyond it
      :record_rerun_test    where record/ is there: some recorded cases again, compared bit for bit; one budget
                            for all packages, drawn by the commit

    Args:
      name: of the folder.
      sections: files such as "training.cc". Each defines void Training(Package&), named after its file, in
          namespace structlab::<name>. A stored result is reused while the code of its section is unchanged, so
          claims and figures best stand in files of their own.
      deps: libraries of the sections and helpers.
      helpers: other sources and headers that sections share.
      methods: libraries that register methods: label to the patterns of the methods' names, "A*|B". The
          results of a method depend on the libraries whose patterns match its name, or, if none does, on all.
      test_deps: further libraries of the test.
    """
    helper_deps = []
    if helpers:
        native.cc_library(
            name = "helpers",
            srcs = [file for file in helpers if file.endswith(".cc")],
            hdrs = [file for file in helpers if file.endswith(".h")],
            deps = deps + ["//experiments/harness:package"],
        )
        helper_deps = [":helpers"]
    stems = [file[:-len(".cc")] for file in sections]
    for stem in stems:
        native.cc_library(
            name = stem + "_section",
            srcs = [stem + ".cc"],
            deps = deps + helper_deps + ["//experiments/harness:package"],
        )

    digests = {":%s_section" % stem: "kSection_" + stem for stem in stems}
    for i, label in enumerate(methods):
        digests[label] = "kMethods_%d" % i
    code_digests(
        name = "code_digests",
        targets = digests,
    )
    texts = {
        "kAbout": "about.md",
        "kBenchmarks": "benchmarks.tsv",
        "kClaims": "claims.tsv",
        "kColumns": "columns.tsv",
        "kReported": "reported.tsv",
        "kSettings": "settings.tsv",
    }
    present = {constant: file for constant, file in texts.items() if _is_there(file)}
    embedded_text(
        name = "texts",
        namespace = "structlab::%s::texts" % name,
        texts = present,
    )
    _package_library("package", name, stems, methods, "texts", present)
    native.filegroup(
        name = "record",
        srcs = native.glob(
            ["record/*.tsv", "record/*.png", "record.tsv", "reruns.tsv", "claims_expected.tsv"],
            allow_empty = True,
        ),
    )
    native.filegroup(
        name = "recorded_cases",  # from which the cases that run again are chosen
        srcs = native.glob(
            ["record/cases.tsv", "reruns.tsv"],
            allow_empty = True,
        ),
    )
    native.filegroup(
        name = "recorded",  # what RESULTS.md is made from
        srcs = native.glob(
            ["claims.tsv", "claims_expected.tsv", "reported.tsv"],
            allow_empty = True,
        ),
    )
    native.cc_binary(
        name = name,
        data = [":record"],
        deps = [
            ":package",
            "//experiments/harness:package_main",
        ] + list(methods),
    )
    native.cc_test(
        name = name + "_test",
        size = "medium",
        srcs = [name + "_test.cc"],
        data = [
            ":record",
            ":" + name,
        ],
        deps = [
            ":package",
            "//experiments/harness/testing:package_checks",
            "//third_party/googletest:main",
        ] + list(methods) + helper_deps + test_deps,
    )
    if _is_there("record/cases.tsv"):
        # Without words, so that a better caption or claim runs no case.
        numbers = {constant: present[constant] for constant in ["kColumns", "kReported", "kSettings"] if constant in present}
        embedded_text(
            name = "numbers",
            namespace = "structlab::%s::texts" % name,
            texts = numbers,
        )
        _package_library("package_without_words", name, stems, methods, "numbers", numbers)
        native.cc_test(
            name = "record_rerun_test",
            size = "large",
            data = [
                ":record",
                "//experiments:recorded_cases",
                "//experiments/harness/testing:commit",
            ],
            tags = ["no_sanitizer"],
            deps = [
                ":package_without_words",
                "//experiments/harness/testing:record_rerun",
            ] + list(methods),
        )

def _package_library(target, name, stems, methods, embedded, texts):
    """Defines harness::MakePackage() with the texts that are embedded. Without about.md it has a title only."""
    lines = [
        "// Generated; do not edit.",
        "#include \"experiments/%s/code_digests.h\"" % name,
        "#include \"experiments/%s/%s.h\"" % (name, embedded),
        "#include \"experiments/harness/package.h\"",
        "namespace structlab::%s {" % name,
    ]
    lines += ["void %s(harness::Package& package);" % _camel(stem) for stem in stems]
    lines += [
        "}",
        "namespace structlab::harness {",
        "Package MakePackage() {",
        "  PackageTexts texts;",
    ]
    if "kAbout" not in texts:
        lines.append("  texts.about = \"# %s\";" % name)
    lines += ["  texts.%s = %s::texts::%s;" % (text[1:].lower(), name, text) for text in texts]
    lines.append("  Package package(\"%s\", texts);" % name)
    lines += [
        "  package.AddSection(\"%s\", kSection_%s, &%s::%s);" % (stem, stem, name, _camel(stem))
        for stem in stems
    ]
    lines += [
        "  package.AddMethodLibrary(\"%s\", kMethods_%d);" % (pattern, i)
        for i, patterns in enumerate(methods.values())
        for pattern in patterns.split("|")
    ]
    lines += [
        "  return package;",
        "}",
        "}",
    ]
    native.genrule(
        name = target + "_source",
        outs = [target + "_source.cc"],
        cmd = "printf '%s\\n' " + " ".join(["'%s'" % line for line in lines]) + " > $@",
    )
    native.cc_library(
        name = target,
        srcs = [target + "_source.cc"],
        deps = [
            ":code_digests",
            ":" + embedded,
            "//experiments/harness:package",
        ] + [":%s_section" % stem for stem in stems],
        alwayslink = True,  # what calls MakePackage is linked before it
    )

def _camel(stem):
    return "".join([word.capitalize() for word in stem.split("_")])

def _is_there(file):
    return len(native.glob(
        [file],
        allow_empty = True,
    )) > 0
