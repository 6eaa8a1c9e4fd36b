// Mutual information of two images under a motion, by ITK. Private to this folder: includes none of ITK's
// headers.
#ifndef STRUCTLAB_REGISTRATION_AFFINE_MUTUAL_INFORMATION_H_
#define STRUCTLAB_REGISTRATION_AFFINE_MUTUAL_INFORMATION_H_

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "registration/affine/affine_registration.h"

namespace structlab::registration {

struct InformationValue {
  double information = 0;
  Eigen::VectorXd gradient;
  double share = 0;  // of the samples that fall into the moving image and its mask
};

// Motions turn (affine ones also scale and shear) about a centre and then shift. All parameters are in mm:
// angles and entries of the matrix are multiplied by `radius`, so that a step of 1 moves points at that
// distance by about 1 mm. At zero the motion is the identity.
struct MotionSpace {
  AffineKind kind = AffineKind::kAffine;
  int dimension = 3;
  Point centre = Point::Zero();
  double radius = 1;  // mm

  int num_parameters() const;
};

class ItkMetric;

// Not thread-safe; the same bits in each call.
class MutualInformation {
 public:
  // `samples`: points of the fixed image, inside of its mask. The images must outlive it; the moving mask may
  // have another grid than the moving image.
  MutualInformation(const Image& fixed, const Image& moving, const Mask* moving_mask,
                    const AffineTransform& start, const MotionSpace& space,
                    const std::vector<Point>& samples);
  ~MutualInformation();

  // Information in nats, of 32 bins. All 0 where no sample falls into the moving image.
  InformationValue At(const Eigen::VectorXd& parameters);
  AffineTransform MotionAt(const Eigen::VectorXd& parameters);

 private:
  std::unique_ptr<ItkMetric> itk_;
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_AFFINE_MUTUAL_INFORMATION_H_
