// Error messages of programs without enough memory.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <new>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/sanitizers.h"
#include "common/testing/scratch_folder.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/methods/map_methods.h"
#include "tools/programs/denoise_program.h"
#include "tools/programs/map_program.h"
#include "tools/programs/stereo_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::MapResult;

const bool kImageMethod = graphical_models::RegisterImageMethod(
    {.name = "greedy",
     .uses_cliques = false,
     .summary = "takes all memory",
     .minimize = [](const auto&, const auto&, const auto&, const auto&) -> MapResult {
       throw std::bad_alloc();
     }});
const bool kMapMethod = graphical_models::RegisterMapMethod(
    {.name = "greedy",
     .takes = "any",
     .summary = "takes all memory",
     .minimize = [](const auto&, const auto&, const auto&) -> MapResult { throw std::bad_alloc(); }});

// The last line, after the progress line.
void ExpectLastLine(const Outcome& outcome, const std::string& line) {
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.messages.ends_with(": iterations: 0\n" + line)) << outcome.messages;
}

class ShortMemory : public testing::Test {
 protected:
  std::string Image(const std::string& name, int width, int height) const {
    const std::string path = folder_.path() + "/" + name;
    graphical_models::WritePng(path, graphical_models::UniformImage(width, height, 1, 90));
    return path;
  }

  std::string out() const { return "--out=" + folder_.path() + "/out.png"; }

  const common::ScratchFolder folder_ = common::ScratchFolder("memory");
};

TEST_F(ShortMemory, IsNamedWithWhatIsNeededAndWhatHelps) {
  const std::string image = Image("a.png", 64, 32);
  ExpectLastLine(
      RunProgram(RunStereo, {image, image, "--labels=20", "--method=greedy", out()}),
      "stereo: memory: there is not enough: expected about 1 MiB for 64 x 32 pixels, 20 disparities by "
      "greedy; take fewer --labels or smaller images, or --method=alpha-expansion\n");
  ExpectLastLine(
      RunProgram(RunDenoise, {image, "--method=greedy", out()}),
      "denoise: memory: there is not enough: expected about 9 MiB for 64 x 32 pixels, 256 grey values by "
      "greedy; take a smaller image, or --method=alpha-expansion\n");
  const std::string model = folder_.path() + "/a.uai";
  common::WriteFileAtomically(model, "MARKOV 2 2 2 1 2 0 1 4 .1 .2 .3 .4\n");
  ExpectLastLine(
      RunProgram(RunMap, {model, "--method=greedy"}),
      "map: memory: there is not enough: expected about 1 MiB for two copies of the model's tables, plus "
      "the memory of the method; take --method=icm, which needs least, a smaller model, or more "
      "--evidence\n");
}

// As with ulimit -v: allows 200 MiB more than are in use, while the costs need 512 MiB.
TEST_F(ShortMemory, OfALimitedProcessIsNamed) {
  if (common::kAddressSanitizer || common::kThreadSanitizer) GTEST_SKIP() << "reserves its own memory";
  const std::string image = Image("large.png", 1024, 512);
  rlimit old_limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &old_limit), 0);
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{200} << 20);
  const rlimit limit = {.rlim_cur = most, .rlim_max = old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const Outcome outcome =
      RunProgram(RunStereo, {image, image, "--labels=256", "--method=trws", "--threads=1", out()});
  ASSERT_EQ(setrlimit(RLIMIT_AS, &old_limit), 0);
  ExpectMistake(
      outcome, 3,
      "stereo: memory: there is not enough: expected about 2.2 GiB for 1024 x 512 pixels, 256 disparities "
      "by trws; take fewer --labels or smaller images, or --method=alpha-expansion\n");
}

}  // namespace
}  // namespace structlab::tools
