"""The experiments: one line each. `bazel run //experiments:reproduce` runs them in this order."""

PACKAGES = [
    "//experiments/regularization_path",
    "//experiments/parsimonious_labeling",
    "//experiments/hashing",
    "//experiments/face_recognition",
    "//experiments/kernel_statistics",
    "//experiments/object_localization",
    "//experiments/joint_svm",
    "//experiments/map_inference",
    "//experiments/deformable_registration",
]

def program_list(name, packages):
    """A cc_library with the header <name>.h: kPrograms, the paths of the packages' programs, and kPackages, their names.

    Args:
      name: of the library.
      packages: labels like "//experiments/psmc", whose program is experiments/psmc/psmc, or
          "//experiments/harness/testing:fake".
    """
    paths = []
    names = []
    for package in packages:
        folder = package[2:].split(":")[0]
        program = package.split(":")[1] if ":" in package else folder.split("/")[-1]
        paths.append(folder + "/" + program)
        names.append(program)
    native.genrule(
        name = name + "_header",
        outs = [name + ".h"],
        cmd = "printf '%s\\n' '// Generated; do not edit.' '#pragma once' '#include <string>' " +
              "'#include <vector>' 'inline const std::vector<std::string> kPrograms = {%s};' " % _quoted(paths) +
              "'inline const std::vector<std::string> kPackages = {%s};' > $@" % _quoted(names),
    )
    native.cc_library(
        name = name,
        hdrs = [name + ".h"],
    )

def _quoted(texts):
    return ", ".join(["\"%s\"" % text for text in texts])
