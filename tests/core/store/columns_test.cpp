#include "store/columns.hpp"

#include "test.hpp"

using namespace skald::store;
using Names = std::vector<std::string>;

TEST_CASE("an axis is called by the last word of its path, a plugin by its kind") {
  const Names paths{"sampler.p_c", "sampler.plugin", "privacy.plugin", "run.iterations", "seed"};
  const Names metrics{"accuracy"};
  const ColumnNames names = column_names(paths, metrics);
  CHECK(names.axes == Names{"p_c", "sampler", "privacy", "iterations", "seed"});
  CHECK(names.metrics == Names{"accuracy"});
}

TEST_CASE("names that would meet are told apart, whatever their case") {
  const Names paths{"sampler.batch", "model.batch", "sampler.N", "sampler.n",
                    "run.rounds",    "run.status",  "model.w2",  "sampler.plugin"};
  const Names metrics{"w2", "rounds", "hash", "SAMPLER"};
  const ColumnNames names = column_names(paths, metrics);
  CHECK(names.axes == Names{"sampler.batch", "model.batch", "sampler.N", "sampler.n#2",
                            "run.rounds", "run.status", "model.w2", "sampler.plugin"});
  CHECK(names.metrics == Names{"w2", "rounds", "metric.hash", "SAMPLER"});
}

TEST_CASE("K, p_c, rho and eps belong to the sampler and the mechanism") {
  const Names paths{"partition.K", "sampler.K", "privacy.eps", "model.eps", "sampler.k"};
  const Names metrics{"rho"};
  const ColumnNames names = column_names(paths, metrics);
  CHECK(names.axes == Names{"partition.K", "K", "eps", "model.eps", "sampler.k"});
  CHECK(names.metrics == Names{"metric.rho"});
}

TEST_CASE("an identifier is quoted, a name with control characters is refused") {
  CHECK(quote_identifier(R"(a"b)") == R"("a""b")");
  CHECK_NOTHROW(require_name("p_c", "axis"));
  CHECK_THROWS_AS(require_name("", "axis"), std::invalid_argument);
  CHECK_THROWS_AS(require_name(std::string("a\0b", 3), "axis"), std::invalid_argument);
  CHECK_THROWS_AS(require_name(std::string(201, 'x'), "axis"), std::invalid_argument);
}
