// A model in whose library a routine of BLAS is needed, which the build gives it.
#include "plain_model.hpp"

extern "C" void sgemm_();

namespace {

[[maybe_unused]] void (*const volatile needed)() = sgemm_;

}  // namespace

SKALD_PLUGIN = plain_descriptor("calls_blas");
