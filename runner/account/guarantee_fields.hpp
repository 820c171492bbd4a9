// The fields of a guarantee, in the order in which they are sent.
#pragma once

#include "privacy/guarantee.hpp"

namespace skald {

// G is Guarantee or const Guarantee.
template <class G, class Use>
void for_each_guarantee_field(G& g, Use use) {
  use(g.epsilon);
  use(g.epsilon_low);
  use(g.delta);
  use(g.delta_low);
  use(g.scope.unit);
  use(g.scope.adversary);
  use(g.relation);
  use(g.sampling);
  use(g.accounting);
  use(g.order);
  use(g.order_at_end);
  use(g.interval);
}

}  // namespace skald
