// Shakespeare by role: every speaking role of 37 plays is a client, the next token is the class.
#include <optional>
#include <string>

#include "reading/source_file.hpp"
#include "reading/spoken_text.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::SpokenOptions;

struct Options : SpokenOptions {
  std::string_view path = "data:shakespeare/roles.jsonl.gz";
};

constexpr std::array options{
    skald::option("path", &Options::path,
                  "JSON Lines file, plain or gzip: objects with \"client\" and \"speeches\"")
        .is_path(),
    skald::inherited<Options>("unit", &SpokenOptions::unit,
                              "token: a character, or a word in lower case")
        .one_of("character|word"),
    skald::inherited<Options>("length", &SpokenOptions::length, "tokens per window")
        .at_least(1)
        .at_most(10000),
    skald::inherited<Options>("step", &SpokenOptions::step,
                              "tokens from the start of one window to the start of the next")
        .at_least(1),
    skald::inherited<Options>("vocabulary", &SpokenOptions::vocabulary,
                              "size of the vocabulary of words, including the unknown word")
        .at_least(2)
        .at_most(1000000),
    skald::inherited<Options>("min_speeches", &SpokenOptions::min_speeches,
                              "minimum number of speeches per role")
        .at_least(1),
    skald::inherited<Options>(
        "test_fraction", &SpokenOptions::test_fraction,
        "fraction of each role's windows, the last ones, held out for testing")
        .at_least(0)
        .below(1)};

std::string recipe_of(const SpokenOptions& given) {
  return "shakespeare 1 " + std::string(given.unit) + " length " + std::to_string(given.length) +
         " step " + std::to_string(given.step) + " vocabulary " + std::to_string(given.vocabulary) +
         " min_speeches " + std::to_string(given.min_speeches) + " test_fraction " +
         std::to_string(given.test_fraction);
}

class Shakespeare final : public skald::Dataset {
 public:
  explicit Shakespeare(const Options& given) : given_(given) {}

  // The training windows of all roles, then their test windows; a role is a natural client.
  skald::Table load(const skald::Random&) override {
    const skald::SourceFile file = skald::source_by_name(std::string(given_.path));
    table_.emplace(recipe_of(given_), std::vector<const skald::SourceFile*>{&file},
                   [&] { return skald::read_spoken(skald::content_of(file), file.name, given_); });
    return table_->table();
  }

 private:
  Options given_;
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Shakespeare, Options, options>(
    {.name = "shakespeare",
     .numerics_revision = 2,
     .summary = "Shakespeare's plays by role: windows of text and the next token",
     .reference = "Caldas et al. (2018), LEAF, arXiv:1812.01097 (its roles, not its files)"});
