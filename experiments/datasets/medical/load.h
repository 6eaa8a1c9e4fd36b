// Medical images to register, real or drawn.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LOAD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LOAD_H_

#include <cstdint>
#include <string>

#include "experiments/datasets/medical/registration_set.h"
#include "experiments/harness/run/model.h"

namespace structlab::datasets {

// `path` is what ResolveDataset found, so already verified; empty means the stand-in of kStandInSeed, which
// has true fields. Nothing is read or drawn before a subject is loaded.
//
// Reduced by a factor along each axis if `reduction` is above 1: files after reading, while stand-ins are
// drawn on the coarser grid, which is cheaper.
//
//   const RegistrationSet set = LoadIbsr(dataset.path);  // dataset: harness::Dataset
RegistrationSet LoadIbsr(const std::string& path, int64_t reduction = 1);
RegistrationSet LoadHippocampus(const std::string& path, int64_t reduction = 1);
RegistrationSet LoadOasisTrt(const std::string& path, int64_t reduction = 1);
RegistrationSet LoadOasisMiccai(const std::string& path, int64_t reduction = 1);
RegistrationSet LoadOasisBrain(const std::string& path);      // a brain and its mirror; no true field
RegistrationSet LoadLabelMapImages(const std::string& path);  // synthseg-labelmaps-64

// The sets of Dokania 2016 that are not public, and its third one with known displacements.
RegistrationSet DrawParotids(int64_t reduction = 1);
RegistrationSet DrawPelvis(int64_t reduction = 1);
RegistrationSet DrawBrains(int64_t reduction = 1);

// How a package declares one of these: its origin is always stand-in.
//   .datasets = {SourceOf("ibsr", kPackage), DrawnSource("RT Parotids")}
harness::DatasetSource DrawnSource(const std::string& name);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LOAD_H_
