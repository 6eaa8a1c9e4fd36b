// segment_images: learns from images with masks to separate foreground from background in new images.

#include "common/program.h"
#include "tools/programs/segment_images/segment_images_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunSegmentImages);
}
