// The optimisers whose rounds reference/written_out.hpp says: what they cost, and the options with
// which the kit tries them.
#include "all_samplers/shipped_sampler.hpp"
#include "test.hpp"

namespace skald::test {
namespace written_out_test {

using namespace ledger_terms;

const ShippedSampler feddyn = ShippedSampler("feddyn")
                                  .conforms({{"K", 3}, {"lr", 0.3}})
                                  .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                    return both_ways(C * T / 3, C * T / 3, C * T);
                                  });

const ShippedSampler fedvarp = ShippedSampler("fedvarp")
                                   .conforms({{"K", 3}, {"lr", 0.3}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

const ShippedSampler tamuna =
    ShippedSampler("tamuna")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .costs({{"K", 3}, {"S", 3}, {"batch", 1}}, [](const Seen&) {
          return Cost{C * T / 3, C * T / 3 * 2 * F, C * T / 3 * 3 * F, C * T * 3};
        });

constexpr double served = C * T / 3 * N;  // clients, in all rounds of three steps

const ShippedSampler mime =
    ShippedSampler("mime")
        .conforms({{"K", 2}, {"base", "adam"}, {"lr", 0.01}})
        .conforms({{"K", 3}, {"lr", 0.3}})
        // A full gradient, then two per row; theta and m, then their mean, against gradient and
        // move.
        .costs(
            {{"K", 3}, {"batch", 1}},
            [](const Seen&) {
              return Cost{C * T / 3, served * 2 * F, served * 2 * F, C * T / 3 * (n + 2 * 3 * N)};
            })
        // All clients follow the second moments, too.
        .costs({{"K", 3}, {"batch", 1}, {"base", "adam"}, {"lr", 0.01}}, [](const Seen&) {
          return Cost{C * T / 3, served * 2 * F, served * 2 * F, C * T / 3 * (n + 2 * 3 * N)};
        });

const ShippedSampler mime_lite =
    ShippedSampler("mime_lite")
        .conforms({{"K", 3}, {"batch", 1}, {"lr", 0.3}})
        .costs({{"K", 3}, {"batch", 1}},
               [](const Seen&) {
                 return Cost{C * T / 3, served * 2 * F, (served * 2 - C * N) * F,
                             C * T / 3 * (n + 3 * N)};
               })
        .costs({{"K", 3}, {"batch", 1}, {"base", "rmsprop"}, {"lr", 0.01}}, [](const Seen&) {
          return Cost{C * T / 3, served * 2 * F, (served * 2 - C * N) * F, C * T / 3 * (n + 3 * N)};
        });

}  // namespace written_out_test
}  // namespace skald::test
