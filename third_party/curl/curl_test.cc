#include <curl/curl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace {

size_t Append(char* data, size_t size, size_t count, void* text) {
  static_cast<std::string*>(text)->append(data, size * count);
  return size * count;
}

// Fetches the address; the text is empty where that fails.
CURLcode Fetch(const std::string& address, std::string* text) {
  CURL* const handle = curl_easy_init();
  if (handle == nullptr) return CURLE_FAILED_INIT;
  curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, Append);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, text);
  const CURLcode code = curl_easy_perform(handle);
  curl_easy_cleanup(handle);
  return code;
}

TEST(Curl, FetchesAFileAndSaysWhenThereIsNone) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/text";
  std::ofstream(path) << "one\ntwo\n";
  std::string text;
  EXPECT_EQ(Fetch("file://" + path, &text), CURLE_OK);
  EXPECT_EQ(text, "one\ntwo\n");
  EXPECT_EQ(Fetch("file://" + path + ".absent", &text), CURLE_FILE_COULDNT_READ_FILE);
}

TEST(Curl, KnowsHttps) {
  bool https = false;
  const curl_version_info_data* const version = curl_version_info(CURLVERSION_NOW);
  for (const char* const* name = version->protocols; *name != nullptr; ++name) {
    https = https || std::string(*name) == "https";
  }
  EXPECT_TRUE(https);
}

}  // namespace
