// A model whose library needs a routine of BLAS, which the build provides.
#include "plain_model.hpp"

extern "C" void sgemm_();

namespace {

[[maybe_unused]] void (*const volatile needed)() = sgemm_;

}  // namespace

SKALD_PLUGIN = plain_descriptor("calls_blas");
