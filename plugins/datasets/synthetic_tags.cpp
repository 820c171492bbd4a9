// Posts with tags, as bags of words: a stand-in for the prediction of Stack Overflow's tags. With
// V words, L tags, and s the heterogeneity:
// - word v has the weight 1 / (v + 1), tag l the weight 1 / (l + 1) (Zipf), and each tag has words
//   of its own, drawn uniformly from the vocabulary, with repetition;
// - client c draws its tags with probabilities proportional to exp(s z_cl) / (l + 1), z_cl ~ N(0,
// 1);
// - a post draws k tags, k uniform on {1, ..., 5}, and has those that were drawn, each once;
// - each word of a post is, with probability `topical`, a uniform one of the words of a uniform one
//   of the k tags; otherwise any word, by the weights;
// - the features are the shares of the vocabulary's words among the words of the post.
// Test rows are those of clients that take no part in training.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

constexpr std::uint32_t kRevision = 1;
constexpr Index kMostTags = 5;  // of a post

struct Options {
  std::int64_t clients = 200;
  std::int64_t examples = 50;
  std::int64_t words = 10000;
  std::int64_t tags = 500;
  std::int64_t length = 60;
  std::int64_t tag_words = 20;
  double topical = 0.5;
  double heterogeneity = 1;
  std::int64_t test_clients = 40;
};

constexpr std::array options{
    skald::option("clients", &Options::clients, "number of natural clients")
        .at_least(1)
        .at_most(10'000'000)
        .symbol("N")
        .role(skald::OptionRole::clients),
    skald::option("examples", &Options::examples, "posts per client")
        .at_least(1)
        .at_most(1'000'000)
        .symbol("n_c"),
    skald::option("words", &Options::words, "words of the vocabulary: the features")
        .at_least(1)
        .at_most(1'000'000),
    skald::option("tags", &Options::tags, "number of tags: the labels")
        .at_least(1)
        .at_most(100'000),
    skald::option("length", &Options::length, "words of a post").at_least(1).at_most(100'000),
    skald::option("tag_words", &Options::tag_words, "words of its own that each tag draws")
        .at_least(1)
        .at_most(100'000),
    skald::option("topical", &Options::topical,
                  "probability that a word of a post is one of its tags' own")
        .at_least(0)
        .at_most(1),
    skald::option("heterogeneity", &Options::heterogeneity,
                  "standard deviation of the logarithm of a client's weight of each tag; 0: all "
                  "clients draw tags alike")
        .at_least(0)
        .at_most(100)
        .symbol("s"),
    skald::option("test_clients", &Options::test_clients,
                  "further clients, all of whose posts are for testing")
        .at_least(0)
        .at_most(1'000'000)};

// A number in [0, 1).
double unit(std::uint64_t word) { return std::ldexp(static_cast<double>(word >> 11), -53); }

// Draws i with a probability proportional to weight i.
class Categorical {
 public:
  explicit Categorical(std::vector<double> weights) : sums_(std::move(weights)) {
    for (std::size_t i = 1; i < sums_.size(); ++i) sums_[i] += sums_[i - 1];
  }
  Index draw(std::uint64_t word) const {
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), unit(word) * sums_.back());
    return std::min(found - sums_.begin(), std::ssize(sums_) - 1);
  }

 private:
  std::vector<double> sums_;
};

std::vector<double> zipf(Index count) {
  std::vector<double> weights(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 1 / static_cast<double>(i + 1);
  return weights;
}

class SyntheticTags final : public skald::Dataset {
 public:
  explicit SyntheticTags(const Options& given) : given_(given), words_(zipf(given.words)) {}

  // The posts of all clients in turn; after the training rows, those of the test clients.
  skald::Table load(const skald::Random& random) override {
    const Index clients = given_.clients + given_.test_clients;
    const skald::TableShape shape{.features = given_.words,
                                  .rows = clients * given_.examples,
                                  .train = given_.clients * given_.examples,
                                  .groups = clients,
                                  .labels = given_.tags};
    table_.emplace(shape, digest(shape, random), [&](skald::RowSink& sink) {
      skald::RowStream stream(sink, 0, given_.words, given_.tags);
      const std::vector<Index> tag_words = words_of_tags(random);
      for (Index c = 0; c < clients; ++c) put_client(random, c, tag_words, stream);
      stream.flush();
    });
    return table_->table();
  }

 private:
  // `tag_words` for each tag in turn: stream (dataset, -1), iteration 0.
  std::vector<Index> words_of_tags(const skald::Random& random) const {
    std::vector<Index> words(static_cast<std::size_t>(given_.tags * given_.tag_words));
    skald::sample_with_replacement(random, {skald::Role::dataset, -1}, 0, 0, given_.words, words);
    return words;
  }
  // Stream (dataset, c), iteration 0.
  Categorical tags_of_client(const skald::Random& random, Index c) const {
    Eigen::MatrixXd z(given_.tags, 1);
    random.normal({skald::Role::dataset, c}, 0, skald::view(z));
    std::vector<double> weights = zipf(given_.tags);
    for (std::size_t l = 0; l < weights.size(); ++l)
      weights[l] *= std::exp(given_.heterogeneity * z(static_cast<Index>(l), 0));
    return Categorical(std::move(weights));
  }
  void put_client(const skald::Random& random, Index c, const std::vector<Index>& tag_words,
                  skald::RowStream& stream) const {
    const Categorical tags = tags_of_client(random, c);
    stream.put(0, given_.examples, c, [&](Index first, const skald::RowStream::Rows& rows) {
      rows.features.matrix().setZero();
      rows.labels.matrix().setZero();
      for (Index r = 0; r < rows.features.cols; ++r) {
        put_post(random, {skald::Role::dataset, c, first + r}, tags, tag_words,
                 rows.features.data + r * rows.features.stride,
                 rows.labels.data + r * rows.labels.stride);
      }
    });
  }
  // Row r of client c: stream (dataset, c), chain r, iteration 1.
  void put_post(const skald::Random& random, skald::Stream stream, const Categorical& tags,
                const std::vector<Index>& tag_words, double* features, double* labels) const {
    const auto bits = skald::random_words(random, stream, 1, 0, 1 + kMostTags + 3 * given_.length);
    const auto* next = bits.data();
    const Index count = 1 + skald::below(*next++, kMostTags);
    std::array<Index, kMostTags> drawn{};
    for (Index& tag : drawn) tag = tags.draw(*next++);
    for (Index t = 0; t < count; ++t) labels[drawn[static_cast<std::size_t>(t)]] = 1;
    for (Index w = 0; w < given_.length; ++w, next += 3) {
      const Index tag = drawn[static_cast<std::size_t>(skald::below(next[1], count))];
      const Index word =
          unit(next[0]) < given_.topical
              ? tag_words[static_cast<std::size_t>(tag * given_.tag_words +
                                                   skald::below(next[2], given_.tag_words))]
              : words_.draw(next[2]);
      features[word] += 1 / static_cast<double>(given_.length);
    }
  }
  std::string digest(const skald::TableShape& shape, const skald::Random& random) const {
    return skald::drawn_digest(shape, random, "synthetic_tags", kRevision,
                               {given_.topical, given_.heterogeneity},
                               {given_.clients, given_.examples, given_.words, given_.tags,
                                given_.length, given_.tag_words, given_.test_clients});
  }

  Options given_;
  Categorical words_;
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<SyntheticTags, Options, options>(
    {.name = "synthetic_tags",
     .numerics_revision = kRevision,
     .summary = "Bags of words with several tags each, of clients with topics of their own",
     .reference = ""});
