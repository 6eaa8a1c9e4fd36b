"""A C++ library that the system provides: flags only, nothing to compile or to copy."""

def _system_cc_library_impl(ctx):
    linker_input = cc_common.create_linker_input(
        owner = ctx.label,
        user_link_flags = depset(ctx.attr.linkopts),
    )
    return [CcInfo(
        compilation_context = cc_common.create_compilation_context(
            defines = depset(ctx.attr.defines),
            system_includes = depset(ctx.attr.system_includes),
        ),
        linking_context = cc_common.create_linking_context(
            linker_inputs = depset([linker_input]),
        ),
    )]

system_cc_library = rule(
    implementation = _system_cc_library_impl,
    attrs = {
        "defines": attr.string_list(),
        "linkopts": attr.string_list(),
        "system_includes": attr.string_list(),
    },
    provides = [CcInfo],
)
