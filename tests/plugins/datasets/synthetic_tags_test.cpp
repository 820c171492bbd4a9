#include <cmath>
#include <set>

#include "cache_folder.hpp"
#include "loaded.hpp"
#include "shipped_plugin.hpp"

namespace skald::test::synthetic_tags_test {
namespace {

struct Posts : Loaded {
  explicit Posts(const std::vector<Setting>& settings) : Loaded("synthetic_tags", settings, 4) {}
  ConstBlock labels() const { return find_array(table, "labels")->values; }
};

// How often a post has a tag that each of its k draws gives with probability q, k uniform on 1..5.
double share_of_posts(double q) {
  double share = 0;
  for (int k = 1; k <= 5; ++k) share += (1 - std::pow(1 - q, k)) / 5;
  return share;
}

double harmonic(Index n) {
  double sum = 0;
  for (Index i = 1; i <= n; ++i) sum += 1 / static_cast<double>(i);
  return sum;
}

}  // namespace

TEST_CASE("posts of synthetic_tags have shares of words, one to five tags, and a client") {
  const Posts posts({{"clients", 7},
                     {"examples", 3},
                     {"test_clients", 2},
                     {"words", 50},
                     {"tags", 6},
                     {"length", 10}});
  const Table& table = posts.table;
  CHECK(table.rows() == 27);
  CHECK(table.train == 21);
  CHECK(table.groups == 9);
  CHECK(table.classes == 0);
  CHECK(table.target.empty());
  REQUIRE(posts.labels().rows == 6);
  std::set<double> counts;
  for (Index r = 0; r < 27; ++r) {
    CHECK(table.group[static_cast<std::size_t>(r)] == static_cast<std::int32_t>(r / 3));
    const Eigen::ArrayXd words = 10 * table.features.column(r).array();
    CHECK(words.sum() == Approx(10));
    CHECK((words - words.round()).abs().maxCoeff() < 1e-12);
    const double tags = posts.labels().column(r).sum();
    CHECK((tags >= 1 && tags <= 5));
    counts.insert(tags);
  }
  CHECK(counts.size() > 2);
}

TEST_CASE("a client's posts do not depend on how many others there are, nor on the cache") {
  const CacheFolder cache;
  const std::vector<Setting> shape{{"words", 2000}, {"tags", 30}};
  auto few = shape, many = shape;
  few.insert(few.end(), {{"clients", 2}, {"examples", 700}, {"test_clients", 1}});
  many.insert(many.end(), {{"clients", 9}, {"examples", 700}, {"test_clients", 0}});
  const Posts a(few), b(many);  // 34 MB in memory, and 102 MB in the cache
  CHECK(cache.tables().size() == 1);
  CHECK(std::string(a.table.digest).empty());
  CHECK(std::string(b.table.digest).size() == 64);
  for (const Index r : {Index{0}, Index{511}, Index{512}, Index{1399}, Index{2099}}) {
    CHECK(a.table.features.column(r) == b.table.features.column(r));
    CHECK(a.labels().column(r) == b.labels().column(r));
  }
  const Posts again(many);
  CHECK(again.table.features.column(6299) == b.table.features.column(6299));
  CHECK(cache.tables().size() == 1);
}

TEST_CASE("words that are not topical follow Zipf's law") {
  // n independent words: the share of word v has the variance p (1 - p) / n. Six deviations for 40
  // words: error probability 40 x 2e-9.
  const double n = 400 * 20.;
  const Posts posts({{"clients", 20},
                     {"examples", 20},
                     {"test_clients", 0},
                     {"words", 40},
                     {"tags", 3},
                     {"length", 20},
                     {"topical", 0.0}});
  const Eigen::ArrayXd shares = posts.table.features.matrix().rowwise().mean();
  for (Index v = 0; v < 40; ++v) {
    const double p = 1 / static_cast<double>(v + 1) / harmonic(40);
    CHECK(std::abs(shares[v] - p) <= 6 * std::sqrt(p * (1 - p) / n));
  }
}

TEST_CASE("topical words are those of the post's own tags") {
  const Posts posts({{"clients", 20},
                     {"examples", 20},
                     {"test_clients", 0},
                     {"words", 5000},
                     {"tags", 8},
                     {"tag_words", 3},
                     {"topical", 1.0}});
  std::vector<std::set<Index>> own(8);  // words of posts with one tag alone
  for (Index r = 0; r < posts.table.rows(); ++r) {
    const auto words = posts.table.features.column(r);
    const double tags = posts.labels().column(r).sum();
    CHECK((words.array() > 0).cast<double>().sum() <= 3 * tags);
    if (tags != 1) continue;
    Index tag = 0;
    posts.labels().column(r).maxCoeff(&tag);
    for (Index v = 0; v < 5000; ++v)
      if (words[v] > 0) own[static_cast<std::size_t>(tag)].insert(v);
  }
  for (const auto& words : own) CHECK(words.size() <= 3);
  CHECK(own[0].size() >= 2);
}

TEST_CASE("tags of clients that are alike follow Zipf's law, others keep to their own") {
  // n independent posts: the share with tag l has the variance s (1 - s) / n. Six deviations for
  // 10 tags: error probability 10 x 2e-9.
  const double n = 4000;
  const Posts alike({{"clients", 200},
                     {"examples", 20},
                     {"test_clients", 0},
                     {"words", 5},
                     {"tags", 10},
                     {"length", 1},
                     {"heterogeneity", 0.0}});
  const Eigen::ArrayXd shares = alike.labels().matrix().rowwise().mean();
  for (Index l = 0; l < 10; ++l) {
    const double s = share_of_posts(1 / static_cast<double>(l + 1) / harmonic(10));
    CHECK(std::abs(shares[l] - s) <= 6 * std::sqrt(s * (1 - s) / n));
  }
  // The exact probabilities of each client, from its normals.
  const Posts unlike({{"clients", 4},
                      {"examples", 1000},
                      {"test_clients", 0},
                      {"words", 5},
                      {"tags", 10},
                      {"length", 1},
                      {"heterogeneity", 2.0}});
  for (Index c = 0; c < 4; ++c) {
    Eigen::MatrixXd z(10, 1);
    random::PhiloxRandom(4, 0).normal({Role::dataset, c}, 0, view(z));
    Eigen::ArrayXd weights = (2 * z.array()).exp();
    for (Index l = 0; l < 10; ++l) weights[l] /= static_cast<double>(l + 1);
    const Eigen::ArrayXd own = unlike.labels().matrix().middleCols(1000 * c, 1000).rowwise().mean();
    for (Index l = 0; l < 10; ++l) {
      const double s = share_of_posts(weights[l] / weights.sum());
      CHECK(std::abs(own[l] - s) <= 6 * std::sqrt(s * (1 - s) / 1000) + 1e-12);
    }
  }
}

namespace {

const ShippedPlugin shipped_synthetic_tags =
    ShippedPlugin(Kind::dataset, "synthetic_tags")
        .conforms(
            {{"clients", 5}, {"examples", 6}, {"test_clients", 2}, {"words", 30}, {"tags", 4}});

}  // namespace
}  // namespace skald::test::synthetic_tags_test
