// Eight 32-bit integers in one vector type, which the compiler keeps in one register or in two.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LANES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LANES_H_

#include <cstdint>

// Functions with vector arguments are inlined, so the calling convention without AVX does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace structlab::graphical_models {

inline constexpr int kLanes = 8;

// Vector extension of GCC and Clang: operators work on each lane; a comparison gives -1 (true) or 0 a lane.
typedef int32_t Lanes __attribute__((vector_size(4 * kLanes)));

// For containers, which would drop the attribute of a bare Lanes.
struct LaneVector {
  Lanes lanes;
};

inline Lanes AllLanes(int32_t value) { return Lanes{} + value; }

inline Lanes Least(Lanes a, Lanes b) { return a < b ? a : b; }

// RotateDown moves lane r to r + 1 and the last lane to 0; RotateUp is its inverse. WithFirst and WithLast
// replace one lane.
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
