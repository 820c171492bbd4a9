// DSGLD, distributed stochastic gradient Langevin dynamics. The chain travels: it visits client s
// with probability f_s, takes K steps there and moves on,
//
//   theta <- theta - h ghat_s(theta) / f_s + sqrt(2 h T) xi
//
// The estimate is unbiased over the choice of the client, but its variance grows with the spread of
// the clients' gradients, and long visits (K > 1) follow the tempered posteriors of single clients.
// The published step is eps = 2 h, and the published estimate keeps the prior out of 1 / f_s; here
// each client's potential holds its share of the prior, which is the same where f_s is that share.

#include "skald/parts/langevin/travelling_chain.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : TravellingOptions {};
constexpr auto options = travelling_options<Options>();

struct Dsgld final : TravellingChain {
  explicit Dsgld(const Options& o) : TravellingChain(o) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Dsgld, Options, options>(
    {.name = "dsgld",
     .numerics_revision = 2,
     .summary = "Distributed SGLD: one chain that travels between the clients, K steps at each",
     .reference = "Ahn, Shahbaba and Welling (2014), Distributed stochastic gradient MCMC",
     .no_eps = "no clip bounds what a row moves a step; take fald and set its clip"});
