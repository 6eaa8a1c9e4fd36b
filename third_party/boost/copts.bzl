"""The flags that code with Boost's graphs needs."""

# GCC 12 takes a boost::optional in the graphs' edge iterators (graph/detail/adj_list_edge_iterator.hpp,
# operator++) for uninitialised, on paths that are never taken. The warning comes after inlining, so a system
# header does not silence it.
BOOST_COPTS = select({
    "//third_party:clang": [],
    "//conditions:default": ["-Wno-maybe-uninitialized"],
})
