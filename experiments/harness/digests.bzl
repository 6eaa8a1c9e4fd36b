"""Digests of the code that computes results, so that a stored result is reused while its code is unchanged."""

# Code that records, decides and shows results does not compute them, nor does what only it links; of what these link,
# running a case is part of computing.
_NOT_COMPUTING = [
    "//common/plot:",
    "//experiments/harness/decide:",
    "//experiments/harness/record:",
    "//experiments/harness/report:",
    "//experiments/harness:",
]
_COMPUTING = "//experiments/harness/run:"

_Code = provider("The object files of code that computes.", fields = ["files"])

def _code_impl(target, ctx):
    label = str(target.label).lstrip("@")
    computes = not any([label.startswith(prefix) for prefix in _NOT_COMPUTING])
    files = []
    if computes and CcInfo in target:
        for linker_input in target[CcInfo].linking_context.linker_inputs.to_list():
            if linker_input.owner != target.label:
                continue
            for library in linker_input.libraries:
                file = library.static_library or library.pic_static_library
                if file:
                    files.append(file)
                else:
                    files.extend(library.objects or library.pic_objects or [])
    linked = [
        dep[_Code].files
        for dep in getattr(ctx.rule.attr, "deps", []) + [getattr(ctx.rule.attr, "actual", None)]
        if dep and _Code in dep and (computes or str(dep.label).lstrip("@").startswith(_COMPUTING))
    ]
    return [_Code(files = depset(files, transitive = linked))]

_code = aspect(implementation = _code_impl, attr_aspects = ["deps", "actual"])

def _code_digests_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".h")
    commands = [
        "echo '// Generated; do not edit.'",
        "echo '#pragma once'",
        "echo 'namespace structlab::harness {'",
    ]
    inputs = []
    for target, constant in ctx.attr.targets.items():
        files = target[_Code].files.to_list()
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
# without code that only decides and shows.
code_digests = rule(
    implementation = _code_digests_impl,
    attrs = {"targets": attr.label_keyed_string_dict(providers = [CcInfo], aspects = [_code])},
)
