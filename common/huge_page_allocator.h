// An allocator for large arrays with random access.
#ifndef STRUCTLAB_COMMON_HUGE_PAGE_ALLOCATOR_H_
#define STRUCTLAB_COMMON_HUGE_PAGE_ALLOCATOR_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace structlab::common {

// Allocates arrays of 2 MiB and more in huge pages (2 MiB), if the system provides them. This saves page
// faults and TLB misses. Note that elements of a vector that get no value stay uninitialised. Throws
// std::bad_alloc if there is not enough memory. Thread-safe. Take std::allocator for small arrays.
//
//     std::vector<float, HugePageAllocator<float>> weights(size_t{1} << 24);
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}

  T* allocate(std::size_t count) {
    if (count > (std::numeric_limits<std::size_t>::max() - kHugePage) / sizeof(T)) throw std::bad_alloc();
    if (!IsLarge(count)) return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
    // Maps one extra huge page and unmaps what lies outside of the aligned part.
    const std::size_t bytes = RoundedToPages(count);
    void* const mapped =
        mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    char* const begin = static_cast<char*>(mapped);
    const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
    if (before > 0) munmap(begin, before);
    munmap(begin + before + bytes, kHugePage - before);
    madvise(begin + before, bytes, MADV_HUGEPAGE);  // only a hint
    return reinterpret_cast<T*>(begin + before);
  }

  void deallocate(T* memory, std::size_t count) {
    if (IsLarge(count)) {
      munmap(static_cast<void*>(memory), RoundedToPages(count));
    } else {
      ::operator delete(memory, kAlignment);
    }
  }

  template <class U>
  void construct(U* element) {
    ::new (static_cast<void*>(element)) U;
  }
  template <class U, class... Arguments>
  void construct(U* element, Arguments&&... arguments) {
    ::new (static_cast<void*>(element)) U(std::forward<Arguments>(arguments)...);
  }

  // True if memory for `count` elements comes directly from the system, which clears it. Elements of a new
  // vector of that size that get no value then consist of zero bytes.
  static bool GivesZeros(std::size_t count) { return IsLarge(count); }

  template <class U>
  bool operator==(const HugePageAllocator<U>&) const {
    return true;
  }

 private:
  static constexpr std::size_t kHugePage = std::size_t{1} << 21, kPage = std::size_t{1} << 12;
  static constexpr std::align_val_t kAlignment{64};

  static bool IsLarge(std::size_t count) { return count * sizeof(T) >= kHugePage; }
  static std::size_t RoundedToPages(std::size_t count) {
    return (count * sizeof(T) + kPage - 1) / kPage * kPage;
  }
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HUGE_PAGE_ALLOCATOR_H_
