#include "account/cell_account.hpp"

#include <limits>

#include "catch.hpp"
#include "text/wire.hpp"

using namespace skald;

namespace {

CellAccount an_account() {
  CellAccount account;
  account.guarantee = {.epsilon = 2.5,
                       .epsilon_low = 2.25,
                       .delta = 1e-5,
                       .delta_low = 1e-6,
                       .scope = {"client", "observer"},
                       .relation = Relation::zero_out,
                       .sampling = "poisson+none",
                       .accounting = Accounting::pld,
                       .order = 3.5,
                       .order_at_end = true,
                       .interval = 1e-4};
  account.claim =
      run::PublishedClaim{"theorem 1", "one round", text::no_value("K is missing"), 1e-3};
  account.noise = NoiseWidth{.multiplier = 1.5, .in_average = 0.25, .clients = 60};
  account.premises = "The server is trusted. ";
  account.remarks = {"a", "", "b"};
  account.runs.push_back({"titanic my.csv", *account.guarantee, {.delta = 1e-5}, {}});
  account.runs.back().releases.push_back(
      {.noise_multiplier = 1.25, .rate = 0.5, .count = 3, .round_rate = 0.25, .draws = 9});
  return account;
}

}  // namespace

TEST_CASE("an account comes from a worker as it was") {
  const CellAccount then = an_account();
  const CellAccount now = text::from_wire<CellAccount>(text::to_wire(then));
  REQUIRE(now.guarantee);
  CHECK(privacy::describe(*now.guarantee) == privacy::describe(*then.guarantee));
  CHECK(now.guarantee->epsilon_low == 2.25);
  CHECK(now.guarantee->order_at_end);
  REQUIRE(now.claim);
  CHECK(describe(*now.claim) == describe(*then.claim));
  CHECK(now.claim->epsilon.reason() == "K is missing");
  CellAccount claimed = then;
  claimed.claim->epsilon = 7.0;
  CHECK(*text::from_wire<CellAccount>(text::to_wire(claimed)).claim->epsilon == 7);
  REQUIRE(now.noise);
  CHECK(now.noise->multiplier == 1.5);
  CHECK(now.noise->in_average == 0.25);
  CHECK(now.noise->clients == 60);
  CHECK(now.premises == then.premises);
  CHECK(now.remarks == then.remarks);
  REQUIRE(now.runs.size() == 1);
  CHECK(now.runs[0].data == "titanic my.csv");
  CHECK(now.runs[0].claim.delta == 1e-5);
  REQUIRE(now.runs[0].releases.size() == 1);
  CHECK(now.runs[0].releases[0].noise_multiplier == 1.25);
  CHECK(now.runs[0].releases[0].round_rate == 0.25);
  CHECK(now.runs[0].releases[0].draws == 9);
  CHECK(text::to_wire(now) == text::to_wire(then));
  const CellAccount nothing = text::from_wire<CellAccount>(text::to_wire(CellAccount{}));
  CHECK_FALSE(nothing.guarantee);
  CHECK_FALSE(nothing.claim);
}

TEST_CASE("bytes that end early are no account") {
  const std::string whole = text::to_wire(an_account());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS_AS(text::from_wire<CellAccount>(whole.substr(0, size)), std::runtime_error);
  }
}
