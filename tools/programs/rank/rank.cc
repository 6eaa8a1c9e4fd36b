// rank: learns from relevant and other samples to rank new ones.

#include "common/program.h"
#include "tools/programs/rank/rank_program.h"

int main(int argc, char** argv) {
  return structlab::common::ProgramMain(argc, argv, structlab::tools::RunRank);
}
