#include "engine/shared_loan.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace skald {
namespace {

constexpr std::size_t kSize = sizeof(threads::CoreLoan);
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

void* map(int descriptor) {
  return ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
}

}  // namespace

SharedLoan::SharedLoan() {
  descriptor_ = ::memfd_create("cores", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  const bool is_made = descriptor_ >= 0 && ::ftruncate(descriptor_, kSize) == 0 &&
                       ::fcntl(descriptor_, F_ADD_SEALS, kSeals) == 0;
  void* const memory = is_made ? map(descriptor_) : MAP_FAILED;
  if (memory == MAP_FAILED) {
    const int error = errno;
    handed_over();
    throw std::system_error(error, std::generic_category(), "memory shared with a worker");
  }
  loan_ = new (memory) threads::CoreLoan;
}

SharedLoan::~SharedLoan() {
  handed_over();
  ::munmap(loan_, kSize);
}

void SharedLoan::handed_over() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

// The seals tell this memory from anything else that a worker started by hand may have there.
threads::CoreLoan* loan_from_runner() {
  if (::fcntl(kLoanDescriptor, F_GET_SEALS) != kSeals) return nullptr;
  void* const memory = map(kLoanDescriptor);
  ::close(kLoanDescriptor);
  return memory == MAP_FAILED ? nullptr : std::launder(static_cast<threads::CoreLoan*>(memory));
}

}  // namespace skald
