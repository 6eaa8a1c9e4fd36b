// Single DICOM files through ITK. Private to the folder above: includes ITK.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_FILE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_FILE_H_

#include <itkGDCMImageIO.h>

#include <cstdint>
#include <string>

#include "registration/volumes/itk_reader.h"

namespace structlab::registration {

// Errors of all are common::Error(kData) that name `path`.

bool IsDicomFile(const std::string& path);
// With its header read; spacing and the number of pixel bytes are checked.
itk::GDCMImageIO::Pointer OpenedDicom(const std::string& path);
// The value of a tag such as "0028|0010", or "" if the file has no such tag.
std::string TagOf(const itk::ImageIOBase& io, const char* tag);
ItkVolumeHeader HeaderOf(const itk::ImageIOBase& io, const std::string& path);
void ReadVoxels(itk::ImageIOBase& io, const std::string& path, void* place);

// Leaves the header and the warning in `bytes`, and returns the place of the voxels, which must not take more
// than `largest` bytes.
char* VoxelsOf(ItkVolumeHeader header, const std::string& path, uint64_t largest, const std::string& warning,
               common::SharedBytes& bytes);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_DICOM_FILE_H_
