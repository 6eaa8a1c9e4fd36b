"""Text files as constants of a program, so that it needs no file beside it when it runs."""

def embedded_text(name, namespace, texts):
    """A cc_library with the header <name>.h that defines one std::string_view for each file.

    Args:
      name: of the library; its header is <package>/<name>.h.
      namespace: of the constants, e.g. "structlab::psmc".
      texts: from the name of a constant to its file, e.g. {"kReported": "reported.tsv"}.
    """
    lines = [
        "echo '// Generated; do not edit.'",
        "echo '#pragma once'",
        "echo '#include <string_view>'",
        "echo 'namespace %s {'" % namespace,
    ]
    for constant, file in texts.items():
        lines.append("echo -n 'inline constexpr std::string_view %s = R\"embedded~('" % constant)
        lines.append("cat $(location %s)" % file)
        lines.append("echo ')embedded~\";'")
    lines.append("echo '}'")
    native.genrule(
        name = name + "_header",
        srcs = texts.values(),
        outs = [name + ".h"],
        cmd = "{ " + "; ".join(lines) + "; } > $@",
    )
    native.cc_library(
        name = name,
        hdrs = [name + ".h"],
    )
