// skald bound: theorems beside exact values.
#include "bounds/chain_bound.hpp"
#include "bounds/private_bounds.hpp"

#include <boost/json.hpp>

#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace bound_test {

namespace {

// Two clients on the line: A = (1, 3), minimisers (-1, 1).
std::string grid_of(const std::string& sampler, const std::string& axes) {
  return R"({"name": "two", "seed": 1, "replicates": 1,
    "dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                "means": [[-1], [1]], "covariances": [[[1]], [[0.3333333333333333]]]},
    "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"}, "sampler": )" +
         sampler + R"(, "run": {"iterations": 30}, "axes": [)" + axes + "]}";
}

boost::json::array rows(const TemporaryFolder& folder, const std::vector<std::string>& more = {}) {
  const auto words = with_more({"bound", "grid.json", "--format", "json"}, more);
  return boost::json::parse(succeed(folder.path(), words).out).as_array();
}

}  // namespace

TEST_CASE("bound sets the theorem's number beside the exact one, for every cell") {
  const TemporaryFolder folder;
  folder.write("grid.json", grid_of(R"({"plugin": "fald", "weights": "uniform", "rho": 0})",
                                    R"({"K": [3], "step": [0.05, 0.5]})"));
  const boost::json::array all = rows(folder);
  REQUIRE(all.size() == 2);
  bounds::FixedScheduleSetting s;
  s.m = 2;
  s.L = 6;
  s.d = 1;
  s.clients = 2;
  s.smallest_weight = 0.5;
  s.heterogeneity = 3;
  s.step = 0.05;
  s.K = 3;
  const boost::json::object& first = all[0].as_object();
  CHECK(first.at("K") == 3);
  CHECK(first.at("bound_w2").as_double() == Approx(*bounds::fixed_schedule_bound(s)));
  CHECK(first.at("theorem") == "Deng et al., Theorem B.8");
  CHECK(first.at("exact_w2").as_double() > 0);
  CHECK(first.at("ratio").as_double() ==
        Approx(first.at("bound_w2").as_double() / first.at("exact_w2").as_double()));
  const boost::json::object& second = all[1].as_object();
  CHECK(second.at("bound_w2").is_null());
  CHECK(second.at("remark") ==
        "Deng et al., Theorem B.8: step is 0.5, expected at most 1 / (2 L) = 0.08333");
  CHECK(rows(folder, {"--apart"}).size() == 3);
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
}

TEST_CASE("bound tells a theorem's number for constants that are given") {
  const TemporaryFolder folder;
  const std::vector<std::string> asked{"bound",          "--theorem",
                                       "private_fedpaq", "--set",
                                       "mu=1",           "L=1",
                                       "rows=100",       "clients=4",
                                       "gradient=11",    "heterogeneity=1",
                                       "K=1,3",          "eps=1,inf",
                                       "batch=5",        "delta=1e-4",
                                       "rounds=1000",    "start_square=100",
                                       "--format",       "json"};
  const boost::json::array all = boost::json::parse(succeed(folder.path(), asked).out).as_array();
  REQUIRE(all.size() == 4);
  bounds::QuantisedAveragingSetting s;
  s.mu = s.L = s.d = 1;
  s.rows = 100;
  s.clients = s.participants = 4;
  s.gradient = 11;
  s.heterogeneity = 1;
  s.E = 3;
  s.eps = 1;
  s.batch = 5;
  s.delta = 1e-4;
  s.start_square = 100;
  CHECK(all[2].at("K") == 3);
  CHECK(all[2].at("eps") == 1);
  CHECK(all[2].at("bound").as_double() == Approx(*bounds::quantised_averaging_bound(s, 1000)));
}

}  // namespace bound_test
