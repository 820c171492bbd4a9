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
                  "file with one JSON object per line, gzip or raw: \"client\" and \"speeches\"")
        .is_path(),
    skald::inherited<Options>("unit", &SpokenOptions::unit,
                              "token: character, or word in lower case")
        .one_of("character|word"),
    skald::inherited<Options>("length", &SpokenOptions::length, "tokens of a window")
        .at_least(1)
        .at_most(10000),
    skald::inherited<Options>("step", &SpokenOptions::step,
                              "tokens between the beginnings of a role's windows")
        .at_least(1),
    skald::inherited<Options>("vocabulary", &SpokenOptions::vocabulary,
                              "number of words that are told apart, the unknown one included")
        .at_least(2)
        .at_most(1000000),
    skald::inherited<Options>("min_speeches", &SpokenOptions::min_speeches,
                              "smallest number of speeches of a role")
        .at_least(1),
    skald::inherited<Options>("test_fraction", &SpokenOptions::test_fraction,
                              "share of every role's windows, the last ones, that is for testing")
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
    const skald::SourceFile file = skald::read_source(std::string(given_.path));
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
     .version = "1",
     .numerics_revision = 2,
     .summary = "Shakespeare by role: windows of text and the token that follows.",
     .reference = "Caldas et al. (2018), LEAF, arXiv:1812.01097 (its roles, not its files)"});
