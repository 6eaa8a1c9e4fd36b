// Eight 32-bit integers that the compiler keeps in one register, or in two.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LANES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LANES_H_

#include <cstdint>

// What takes or returns vectors is inlined; how it would be called without AVX does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace structlab::graphical_models {

inline constexpr int kLanes = 8;

// GCC's and Clang's vector extension: operators work on each lane, comparisons give -1 or 0 a lane.
typedef int32_t Lanes __attribute__((vector_size(4 * kLanes)));

// For containers, which drop the attribute of a bare Lanes.
struct LaneVector {
  Lanes lanes;
};

inline Lanes AllLanes(int32_t value) { return Lanes{} + value; }

inline Lanes Least(Lanes a, Lanes b) { return a < b ? a : b; }

// Lane r moves to r + 1 and the last one to 0, or the other way.
inline Lanes RotateDown(Lanes v) { return __builtin_shufflevector(v, v, 7, 0, 1, 2, 3, 4, 5, 6); }
inline Lanes RotateUp(Lanes v) { return __builtin_shufflevector(v, v, 1, 2, 3, 4, 5, 6, 7, 0); }
inline Lanes WithFirst(Lanes v, int32_t value) {
  return __builtin_shufflevector(v, AllLanes(value), 8, 1, 2, 3, 4, 5, 6, 7);
}
inline Lanes WithLast(Lanes v, int32_t value) {
  return __builtin_shufflevector(v, AllLanes(value), 0, 1, 2, 3, 4, 5, 6, 15);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LANES_H_
