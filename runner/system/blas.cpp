#include "system/blas.hpp"

#include <dlfcn.h>

#include <array>
#include <memory>
#include <utility>

namespace skald {
namespace {

struct Close {
  void operator()(void* library) const { ::dlclose(library); }
};
using Loaded = std::unique_ptr<void, Close>;

// Returns a handle of a library if the process has loaded it already, else null.
Loaded loaded(const char* file) { return Loaded(::dlopen(file, RTLD_LAZY | RTLD_NOLOAD)); }

// Resolves the symbol as the loader does for that library: first in the whole process, then in the
// library's dependencies.
void* resolve(const Loaded& library, const char* symbol) {
  void* const everywhere = ::dlsym(RTLD_DEFAULT, symbol);
  return everywhere != nullptr ? everywhere : ::dlsym(library.get(), symbol);
}

template <class Function>
Function* find(const Loaded& library, const char* symbol) {
  return reinterpret_cast<Function*>(::dlsym(library.get(), symbol));
}

// Asks a BLAS for its name, by the function that each of them offers for this.
std::string name_of(const Loaded& blas) {
  if (auto* const open_blas = find<char*()>(blas, "openblas_get_config")) return open_blas();
  if (auto* const blis = find<const char*()>(blas, "bli_info_get_version_str")) {
    return std::string("BLIS ") + blis();
  }
  if (auto* const mkl = find<void(char*, int)>(blas, "MKL_Get_Version_String")) {
    std::array<char, 200> text{};
    mkl(text.data(), text.size() - 1);
    return text.data();
  }
  return {};
}

}  // namespace

std::optional<Blas> blas_of(const void* inside) {
  Dl_info library{};
  if (::dladdr(inside, &library) == 0) return {};
  const Loaded caller = loaded(library.dli_fname);
  if (!caller) return {};
  void* const routine = resolve(caller, "sgemm_");
  Dl_info place{};
  if (routine == nullptr || ::dladdr(routine, &place) == 0) return {};
  const Loaded blas = loaded(place.dli_fname);
  return Blas{blas ? name_of(blas) : "", std::filesystem::weakly_canonical(place.dli_fname)};
}

}  // namespace skald
