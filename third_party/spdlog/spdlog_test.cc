#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <sstream>

namespace {

TEST(Spdlog, WritesWhatItsLevelLetsThrough) {
  std::ostringstream text;
  spdlog::logger log("test", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
  log.set_pattern("%l: %v");
  log.set_level(spdlog::level::warn);
  log.info("not this");
  log.warn("{} of {}", 2, 3);
  EXPECT_EQ(text.str(), "warning: 2 of 3\n");
}

}  // namespace
