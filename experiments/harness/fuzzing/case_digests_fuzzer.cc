// Any text beside a stored case is its digests or not, and never an unexpected end: a case is done only where
// the text has the digest of its file, and then it is read. What is neither empty nor whole is damaged.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/store.h"

namespace {

using namespace structlab::harness;

constexpr const char* kKey = "a/seed=1";
constexpr const char* kFingerprint = "f";

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool CanBeLoaded(const Store& store) {
  try {
    store.Load(kKey);
    return true;
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(std::string(error.what()).size() < 1000);
    return false;
  }
}

void Read(const Store& store, const std::string& digest, const std::string& text) {
  std::ofstream(store.PathOf(kKey) + ".sha256", std::ios::binary) << text;
  const Store::Found found = store.Check(kKey, kFingerprint);
  STRUCTLAB_CHECK(found.state != Store::State::kAbsent);
  STRUCTLAB_CHECK(found.message.empty() == (found.state != Store::State::kDamaged));
  STRUCTLAB_CHECK(found.message.size() < 1000 && !Contains(found.message, "\n"));
  const bool is_done = found.state == Store::State::kDone;
  STRUCTLAB_CHECK(!is_done || (Contains(text, digest) && Contains(text, kFingerprint)));
  const bool can_be_loaded = CanBeLoaded(store);
  STRUCTLAB_CHECK(!is_done || can_be_loaded);
  STRUCTLAB_CHECK(!can_be_loaded || Contains(text, digest));
}

}  // namespace

// As it is, behind a digest, and behind all that a case must have.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const structlab::common::ScratchFolder folder("case_digests_fuzzer");
  static const Store store(folder.path());
  static const std::string digest = [] {
    store.Save(kKey, kFingerprint, {});
    return structlab::common::Sha256OfFile(store.PathOf(kKey));
  }();
  const std::string text(reinterpret_cast<const char*>(data), size);
  Read(store, digest, text);
  Read(store, digest, text + "\n# case " + kFingerprint + "\n");
  Read(store, digest, digest + text);
  Read(store, digest, "0 x\n# case g\n# before " + digest + text);
  const std::string whole = digest + "  seed=1.h5\n# case " + kFingerprint + "\n";
  Read(store, digest, whole + text);
  const std::string lines = whole + "# before " + digest + " g\n";
  Read(store, digest, lines + "# check " + structlab::common::Sha256OfText(lines) + "\n" + text);
  Read(store, digest, whole + "# check " + structlab::common::Sha256OfText(whole) + "\n");
  STRUCTLAB_CHECK(store.Check(kKey, kFingerprint).state == Store::State::kDone);
  return 0;
}
