// Logarithm and exponential with the same bits on every machine, for random streams. The functions of the C
// library differ in the last bit between versions and processors.
#ifndef STRUCTLAB_COMMON_REPRODUCIBLE_MATH_H_
#define STRUCTLAB_COMMON_REPRODUCIBLE_MATH_H_

namespace structlab::common {

// The natural logarithm of a finite x > 0, within 4 units in the last place.
double ReproducibleLog(double x);

// exp(x) for a finite x <= 700, within 4 units in the last place where the result is a normal number; 0 below
// -745.
double ReproducibleExp(double x);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_REPRODUCIBLE_MATH_H_
