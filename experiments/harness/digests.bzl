"""Digests of the code that computes results, so that a stored result is reused while its code is unchanged."""

# Code that decides and shows results does not compute them.
_NOT_COMPUTING = [
    "//common/plot:",
    "//experiments/harness/decide:",
    "//experiments/harness/report:",
    "//experiments/harness:",
]

def _linked_files(target):
    files = []
    for linker_input in target[CcInfo].linking_context.linker_inputs.to_list():
        label = str(linker_input.owner).lstrip("@")
        if any([label.startswith(prefix) for prefix in _NOT_COMPUTING]):
            continue
        for library in linker_input.libraries:
            file = library.static_library or library.pic_static_library
            if file:
                files.append(file)
            else:
                files.extend(library.objects or library.pic_objects or [])
    return files

def _code_digests_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".h")
    commands = [
        "echo '// Generated; do not edit.'",
        "echo '#pragma once'",
        "echo 'namespace structlab::harness {'",
    ]
    inputs = []
    for target, constant in ctx.attr.targets.items():
        files = _linked_files(target)
        inputs.extend(files)
        digest = "$(cat /dev/null %s | sha256sum | cut -d' ' -f1)" % " ".join(["'%s'" % f.path for f in files])
        commands.append("echo \"inline constexpr char %s[] = \\\"%s\\\";\"" % (constant, digest))
    commands.append("echo '}'")
    ctx.actions.run_shell(
        inputs = depset(inputs),
        outputs = [out],
        command = "{ " + "; ".join(commands) + "; } > '%s'" % out.path,
        mnemonic = "CodeDigests",
    )
    return [
        DefaultInfo(files = depset([out])),
        CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset([out]))),
    ]

# The header <name>.h with a constant for each target: the SHA-256 of its object files and of all that it links,
# without the parts of the harness that only decide and show.
code_digests = rule(
    implementation = _code_digests_impl,
    attrs = {"targets": attr.label_keyed_string_dict(providers = [CcInfo])},
)
