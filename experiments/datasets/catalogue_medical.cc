#include "common/table_rows.h"
#include "experiments/datasets/catalogue_entries.h"
#include "experiments/datasets/medical_files.h"

namespace structlab::datasets {
namespace {

// The rows of that folder, named in it.
std::vector<DatasetFile> FilesBelow(const std::string& folder) {
  static const std::vector<DatasetFile> all = ParseFiles(kMedicalFiles, "medical_files.tsv");
  std::vector<DatasetFile> files;
  for (const DatasetFile& file : all) {
    if (!file.name.starts_with(folder + "/")) continue;
    files.push_back(file);
    files.back().name.erase(0, folder.size() + 1);
  }
  return files;
}

Dataset EntryOf(const std::string& name, harness::DataOrigin origin) {
  return {.name = name,
          .folder = "medical-registration/" + name,
          .files = FilesBelow(name),
          .uses = {{"deformable_registration", origin}}};
}

}  // namespace

std::vector<DatasetFile> ParseFiles(std::string_view tsv, const std::string& table) {
  using File = DatasetFile;
  const std::vector<common::TableColumn<File>> columns = {
      {"name", &File::name}, {"address", &File::address}, {"sha256", &File::sha256}, {"bytes", &File::bytes}};
  return common::ParseRows(columns, tsv, table);
}

Dataset IbsrEntry() {
  Dataset entry = EntryOf("ibsr", harness::DataOrigin::kReal);
  entry.title = "MRI of 15 brains with labels of CSF, grey and white matter: IBSR without 02, 10 and 15";
  entry.licence = "terms of the Center for Morphometric Analysis; free for research with acknowledgement";
  entry.citation =
      "Internet Brain Segmentation Repository, Center for Morphometric Analysis, Massachusetts General "
      "Hospital, 18 T1 volumes with expert segmentations";
  entry.stand_in = "18 brains drawn from a template by known smooth warps, 64 x 64 x 64 voxels";
  entry.by_hand =
      "a training set of 18 skull-stripped volumes goes round in courses: the files IBSR_NN.nii.gz and "
      "IBSR_NN_seg.nii.gz (256 x 128 x 256, int16, labels 1 to 3) of all but 02, 10 and 15";
  entry.counts = {{"subjects", 15}, {"structures", 3}};
  return entry;
}

Dataset HippocampusEntry() {
  Dataset entry = EntryOf("msd-hippocampus", harness::DataOrigin::kSubstitute);
  entry.title = "MRI around 40 hippocampi with labels of the anterior and the posterior part";
  entry.licence = "CC BY-SA 4.0";
  entry.citation =
      "A. Simpson et al., A large annotated medical image dataset for the development and evaluation of "
      "segmentation algorithms, 2019; M. Antonelli et al., The Medical Segmentation Decathlon, 2022";
  entry.stand_in = "40 regions drawn from a template by known smooth warps, 38 x 50 x 36 voxels";
  entry.by_hand =
      "40 of the training volumes of Task04_Hippocampus (medicaldecathlon.com): its imagesTr as images, its "
      "labelsTr as labels";
  entry.counts = {{"subjects", 40}, {"structures", 2}};
  return entry;
}

Dataset OasisMiccaiEntry() {
  Dataset entry = EntryOf("oasis-miccai2012-slice122", harness::DataOrigin::kSubstitute);
  entry.title = "slices of 10 brains with BrainCOLOR labels";
  entry.licence = "CC BY-NC; labels by Neuromorphometrics, Inc. under academic subscription";
  entry.citation =
      "B. Landman, S. Warfield (editors), MICCAI 2012 workshop on multi-atlas labeling; D. Marcus et al., "
      "Open "
      "Access Series of Imaging Studies, 2007";
  entry.stand_in = "10 slices of a brain template under known smooth warps";
  entry.by_hand = "DataForTemplateLabeling of github.com/ntustison/antsCookTemplatePriorsExample";
  entry.counts = {{"subjects", 10}, {"labels", 93}, {"labels in all", 52}};
  return entry;
}

Dataset OasisTrtEntry() {
  Dataset entry = EntryOf("oasis-trt-20-slice118", harness::DataOrigin::kSubstitute);
  entry.title = "slices of 20 brains with DKT31 and CMA labels";
  entry.licence = "Creative Commons (Mindboggle-101)";
  entry.citation =
      "A. Klein, J. Tourville, 101 labeled brain images and a consistent human cortical labeling protocol, "
      "2012";
  entry.stand_in = "20 slices of a brain template under known smooth warps";
  entry.by_hand = "Atlases (here images) and Labels of github.com/ntustison/MalfLabelingExample";
  entry.counts = {{"subjects", 20}, {"labels", 69}, {"labels in all", 27}};
  return entry;
}

Dataset OasisBrainEntry() {
  Dataset entry = EntryOf("oasis-voxelmorph", harness::DataOrigin::kSubstitute);
  entry.title = "one brain of OASIS, affinely aligned, with FreeSurfer's labels";
  entry.licence = "OASIS: free for research with acknowledgement";
  entry.citation =
      "G. Balakrishnan et al., VoxelMorph: a learning framework for deformable medical image registration, "
      "2019; D. Marcus et al., Open Access Series of Imaging Studies, 2007";
  entry.stand_in = "a brain drawn from a template, 160 x 192 x 224 voxels";
  entry.by_hand =
      "test_scan.npz of github.com/voxelmorph/voxelmorph (data), its arrays vol and seg as NIfTI with "
      "identity "
      "affine: vol scaled to 0 to 249 as uint8; copies whose content has these checksums will do";
  entry.counts = {{"labels", 45}, {"structures", 27}};
  return entry;
}

Dataset LabelMapsEntry() {
  Dataset entry = EntryOf("synthseg-labelmaps-64", harness::DataOrigin::kSubstitute);
  entry.title = "20 label maps of heads at 4 mm, with the distributions of T1 grey values";
  entry.licence = "Apache 2.0";
  entry.citation =
      "B. Billot et al., SynthSeg: segmentation of brain MRI scans of any contrast and resolution without "
      "retraining, 2023";
  entry.stand_in = "18 brains drawn from a template by known smooth warps, 64 x 64 x 64 voxels";
  entry.by_hand =
      "data/training_label_maps/training_seg_NN.nii.gz of github.com/BBillot/SynthSeg, reduced to 4 mm, and "
      "its "
      "T1 priors as a table; copies whose content has these checksums will do";
  entry.counts = {{"subjects", 20}, {"labels", 53}, {"labels in all", 43}};
  return entry;
}

}  // namespace structlab::datasets
