// The members of a document of events, besides the events, and of its budget.
#pragma once

#include <array>

#include "account/events/event_kind.hpp"
#include "privacy/events/composition.hpp"

namespace skald {

struct DocumentOptions {
  std::optional<std::string_view> schema, description;
  std::string_view unit, adversary, relation;
  std::optional<double> delta, eps;
  std::optional<std::string_view> accountant;
  std::int64_t group = 1;
  bool adaptive = false;
};

inline constexpr std::array kDocument{
    option("$schema", &DocumentOptions::schema, "where this schema lies, for editors"),
    option("description", &DocumentOptions::description, "for people"),
    option("unit", &DocumentOptions::unit,
           "what is protected: one record of one client, or all records of one client")
        .one_of("record|client"),
    option("adversary", &DocumentOptions::adversary,
           "who is held off (server: sees every message and who takes part; observer: sees what is "
           "published, not who takes part)")
        .one_of("server|observer"),
    option("relation", &DocumentOptions::relation,
           "which data sets are compared: the unit is absent, is another one, or contributes "
           "nothing")
        .one_of("add_remove|replace_one|zero_out"),
    option("delta", &DocumentOptions::delta, "asks for the eps at this delta").at_least(0).below(1),
    option("eps", &DocumentOptions::eps, "asks for the delta at this eps").at_least(0),
    option("accountant", &DocumentOptions::accountant,
           "pld, unless an event is known by zCDP or a Renyi divergence alone")
        .one_of("pld|rdp"),
    option("group", &DocumentOptions::group, "how many units change together")
        .at_least(1)
        .at_most(privacy::largest_group),
    option("adaptive", &DocumentOptions::adaptive,
           "whether noise, rates or the number of events depend on earlier outcomes")};

struct BudgetOptions {
  double eps = 1, delta = 0;
  std::optional<double> order;
};

inline constexpr std::array kBudget{
    required(option("eps", &BudgetOptions::eps, "the eps at which to stop").at_least(0)),
    required(option("delta", &BudgetOptions::delta, "the delta of the budget: \"delta\": 1e-5")
                 .at_least(0)
                 .below(1)),
    option("order", &BudgetOptions::order,
           "adaptive: the order of a Renyi filter, fixed beforehand; chosen by the first event if "
           "left out")
        .above(1)};

inline constexpr const char* kBudgetKey = "budget";
inline constexpr const char* kAllEvents = "what is released, in order";
inline constexpr std::size_t kMostEvents = 10'000;

}  // namespace skald
