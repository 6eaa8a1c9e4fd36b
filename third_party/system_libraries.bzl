"""The libraries of the system that the project uses, each as a repository of its own.

A repository finds its library when it is first needed and remembers the version of the Debian
package, which stands in every compile command: an upgrade rebuilds what uses the library. A server
of Bazel that runs meanwhile does not look again: tools/setup, which tools/test and tools/reproduce
call, ends it when a version is another. A library that is missing fails the targets that need it,
with the package to install, and no others.
"""

_FOUND = """load("@structlab//third_party:system_cc_library.bzl", "system_cc_library")

system_cc_library(
    name = "{name}",
    defines = {defines},
    linkopts = {linkopts},
    system_includes = {includes},
    visibility = ["@structlab//third_party:__subpackages__"],
)
"""

_MISSING = """genrule(
    name = "complain",
    outs = ["missing.h"],
    cmd = "echo '{message}' >&2; exit 1",
)

cc_library(
    name = "{name}",
    hdrs = ["missing.h"],
    visibility = ["@structlab//third_party:__subpackages__"],
)
"""

def _flags(ctx, option):
    """What pkg-config prints for the module, as a list; None if it does not know the module."""
    result = ctx.execute(["pkg-config", option, ctx.attr.pkg_config])
    if result.return_code != 0:
        return None
    return [flag for flag in result.stdout.strip().split(" ") if flag]

def _version(ctx):
    result = ctx.execute(["dpkg-query", "--show", "--showformat=${Version}", ctx.attr.package])
    if result.return_code == 0 and result.stdout:
        return result.stdout
    return "unknown"

def _identifier(text):
    return "".join([c if c.isalnum() else "_" for c in text.elems()])

def _complain(ctx, what):
    message = "%s: %s not found. Run: apt-get install %s && bazel sync --configure" % (
        ctx.name,
        what,
        ctx.attr.package,
    )
    ctx.file("BUILD", _MISSING.format(name = ctx.name, message = message))

def _system_library_impl(ctx):
    if ctx.attr.header and not ctx.path(ctx.attr.header).exists:
        _complain(ctx, "header " + ctx.attr.header)
        return
    includes = list(ctx.attr.includes)
    linkopts = list(ctx.attr.linkopts)
    defines = list(ctx.attr.library_defines)
    if ctx.attr.pkg_config:
        compiling = _flags(ctx, "--cflags")
        linking = _flags(ctx, "--libs")
        if compiling == None or linking == None:
            _complain(ctx, "pkg-config module " + ctx.attr.pkg_config)
            return
        includes += [flag[2:] for flag in compiling if flag.startswith("-I")]
        defines += [flag[2:] for flag in compiling if flag.startswith("-D")]
        if not linkopts:
            linkopts = linking
    version = _identifier(_version(ctx))
    defines.append("STRUCTLAB_%s_VERSION=%s" % (_identifier(ctx.name).upper(), version))
    ctx.file("BUILD", _FOUND.format(
        name = ctx.name,
        defines = defines,
        includes = [path for path in includes if path not in _BUILT_IN],
        linkopts = linkopts,
    ))

_system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "header": attr.string(doc = "a header that must be there"),
        "includes": attr.string_list(),
        "library_defines": attr.string_list(),
        "linkopts": attr.string_list(doc = "instead of what pkg-config says"),
        "package": attr.string(mandatory = True, doc = "the Debian package"),
        "pkg_config": attr.string(doc = "a pkg-config module; or none"),
    },
    configure = True,
    environ = [
        "PKG_CONFIG_LIBDIR",
        "PKG_CONFIG_PATH",
    ],
    local = True,
)

# Folders that the compilers search anyway; naming them would change the order of the search.
_BUILT_IN = ["/usr/include", "/usr/include/x86_64-linux-gnu"]

_ITK_MODULES = [
    "ITKIOGDCM",
    "ITKIOHDF5",
    "ITKIOMeta",
    "ITKIONIFTI",
    "ITKIONRRD",
    "ITKIOTransformHDF5",
    "ITKIOTransformInsightLegacy",
    "ITKIOTransformMatlab",
    "ITKIOTransformBase",
    "ITKIOImageBase",
    "ITKTransformFactory",
    "ITKTransform",
    "ITKCommon",
    "ITKVNLInstantiation",
    "itkvnl_algo",
    "itkvnl",
    "itksys",
]

# What registers images; few programs link it.
_ITK_REGISTRATION_MODULES = [
    "ITKOptimizersv4",
    "ITKSmoothing",
    "ITKSpatialObjects",
    "ITKStatistics",
]

# Eigen divides the sums of a product by the caches of the processor, so that another processor gives other last
# bits. Here the caches are the same on each.
_EIGEN_DEFINES = [
    "EIGEN_NO_CPUID",
    "EIGEN_DEFAULT_L1_CACHE_SIZE=32768",
    "EIGEN_DEFAULT_L2_CACHE_SIZE=524288",
    "EIGEN_DEFAULT_L3_CACHE_SIZE=33554432",
]

def system_libraries():
    """Declares every library of the system that a target of third_party/ wraps."""
    _system_library(name = "system_benchmark", package = "libbenchmark-dev", header = "/usr/include/benchmark/benchmark.h", linkopts = ["-lbenchmark", "-lpthread"])
    _system_library(name = "system_blas", package = "libblas-dev", pkg_config = "blas")
    _system_library(name = "system_boost", package = "libboost1.74-dev", header = "/usr/include/boost/version.hpp")
    _system_library(name = "system_cli11", package = "libcli11-dev", header = "/usr/include/CLI/CLI.hpp")
    _system_library(name = "system_crypto", package = "libssl-dev", pkg_config = "libcrypto")
    _system_library(name = "system_curl", package = "libcurl4-openssl-dev", pkg_config = "libcurl")
    _system_library(name = "system_dlib", package = "libdlib-dev", header = "/usr/include/dlib/svm_threaded.h", linkopts = ["-ldlib", "-lpthread"])
    _system_library(name = "system_eigen", package = "libeigen3-dev", pkg_config = "eigen3", library_defines = _EIGEN_DEFINES)
    _system_library(name = "system_fmt", package = "libfmt-dev", pkg_config = "fmt")
    _system_library(name = "system_glpk", package = "libglpk-dev", header = "/usr/include/glpk.h", linkopts = ["-lglpk"])
    _system_library(name = "system_googletest", package = "libgmock-dev", pkg_config = "gmock", linkopts = ["-lgmock", "-lgtest", "-lpthread"])
    _system_library(name = "system_hdf5", package = "libhdf5-dev", pkg_config = "hdf5-serial")
    _system_library(
        name = "system_itk",
        package = "libinsighttoolkit5-dev",
        header = "/usr/include/ITK-5.2/itkImage.h",
        includes = ["/usr/include/ITK-5.2"],
        linkopts = ["-l%s-5.2" % module for module in _ITK_MODULES],
    )
    _system_library(
        name = "system_itk_registration",
        package = "libinsighttoolkit5-dev",
        header = "/usr/include/ITK-5.2/itkMattesMutualInformationImageToImageMetricv4.h",
        includes = ["/usr/include/ITK-5.2"],
        linkopts = ["-l%s-5.2" % module for module in _ITK_REGISTRATION_MODULES],
    )
    _system_library(name = "system_jpeg", package = "libjpeg62-turbo-dev", pkg_config = "libjpeg")
    _system_library(name = "system_lapack", package = "liblapack-dev", pkg_config = "lapack")
    _system_library(name = "system_liblinear", package = "liblinear-dev", header = "/usr/include/linear.h", linkopts = ["-llinear"])
    _system_library(name = "system_libsvm", package = "libsvm-dev", header = "/usr/include/libsvm/svm.h", linkopts = ["-lsvm"])

    # The variant for graphs of at most 16 nodes; who includes its header defines WORDSIZE and MAXN to be 16.
    _system_library(name = "system_nauty", package = "libnauty2-dev", header = "/usr/include/x86_64-linux-gnu/nauty/nauty.h", linkopts = ["-lnautyS1"])
    _system_library(name = "system_nlohmann_json", package = "nlohmann-json3-dev", header = "/usr/include/nlohmann/json.hpp")
    _system_library(
        name = "system_opencv",
        package = "libopencv-imgcodecs-dev",
        header = "/usr/include/opencv4/opencv2/imgcodecs.hpp",
        includes = ["/usr/include/opencv4"],
        linkopts = ["-lopencv_imgcodecs", "-lopencv_imgproc", "-lopencv_core"],
    )
    _system_library(name = "system_png", package = "libpng-dev", pkg_config = "libpng")
    _system_library(name = "system_random123", package = "librandom123-dev", header = "/usr/include/Random123/philox.h")
    _system_library(name = "system_tiff", package = "libtiff-dev", pkg_config = "libtiff-4")
    _system_library(name = "system_webp", package = "libwebp-dev", pkg_config = "libwebp")
    _system_library(name = "system_xxhash", package = "libxxhash-dev", pkg_config = "libxxhash")
    _system_library(name = "system_zlib", package = "zlib1g-dev", pkg_config = "zlib")
