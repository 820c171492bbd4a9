// A ledger as the accountants read it: by laws of losses.
#pragma once

#include "privacy/ledger/ledger.hpp"
#include "privacy/pld/release_losses.hpp"

namespace skald::privacy {

/// Throws std::logic_error unless has_loss_laws().
CondensedReleases condense(const Ledger& ledger);

/// Renyi divergences of a law, from above: a law on a grid whose privacy curve lies above the given
/// one has the larger divergences, as these are averages of the curve.
UpperBounds law_rdp(const LossLaw& law, std::span<const double> orders);

}  // namespace skald::privacy
