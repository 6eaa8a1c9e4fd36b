"""Precompiled headers, for files that all begin with the same headers."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _precompiled_header_impl(ctx):
    # Compilers look for the compiled header beside the header itself, so both are generated.
    header = ctx.actions.declare_file(ctx.attr.name + ".h")
    compiled = ctx.actions.declare_file(ctx.attr.name + ".h.gch")
    ctx.actions.expand_template(template = ctx.file.src, output = header, substitutions = {})
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    needed = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = compiled.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts + ["-x", "c++-header"],
        include_directories = needed.includes,
        quote_include_directories = needed.quote_includes,
        system_include_directories = needed.system_includes,
        preprocessor_defines = needed.defines,
    )
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(feature_configuration = features, action_name = ACTION_NAMES.cpp_compile),
        arguments = cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
            variables = variables,
        ),
        inputs = depset([header], transitive = [toolchain.all_files, needed.headers]),
        outputs = [compiled],
        mnemonic = "CppPrecompile",
        progress_message = "Compiling " + header.short_path,
    )
    own = cc_common.create_compilation_context(headers = depset([header, compiled]))
    return [
        DefaultInfo(files = depset([header, compiled])),
        cc_common.merge_cc_infos(cc_infos = [CcInfo(compilation_context = own)] + [dep[CcInfo] for dep in ctx.attr.deps]),
    ]

# The header <name>.h, a copy of `src`, and what a compiler makes of it, <name>.h.gch. Files that are compiled with the
# same options and the flags -include <package>/<name>.h are compiled faster.
precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "src": attr.label(allow_single_file = True, mandatory = True),
        "copts": attr.string_list(doc = "Further options of the files, such as those of --per_file_copt."),
        "deps": attr.label_list(providers = [CcInfo]),
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
