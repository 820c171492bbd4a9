// ULA and SGLD through the kit; their laws and limits are in all_samplers/oracle_test.cpp.
#include "all_samplers/shipped_sampler.hpp"
#include "catch.hpp"

using namespace skald;
using namespace skald::test;

namespace {

using namespace ledger_terms;

const ShippedSampler ula =
    ShippedSampler("ula").conforms({}).conforms({{"temp", 0.5}}).costs({}, [](const Seen&) {
      return no_messages(C * T * n);
    });

const ShippedSampler sgld =
    ShippedSampler("sgld").conforms({{"batch", 3}}).costs({{"batch", 4}}, [](const Seen&) {
      return no_messages(C * T * 4);
    });

}  // namespace
