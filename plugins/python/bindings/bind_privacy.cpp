#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "words.hpp"

namespace skald::python {
namespace {

using Text = const std::string&;

// A client, or nobody in particular: -1. `clients`: how many there are.
Index client_or_server(Index client, Index clients) {
  if (client >= -1 && client < clients) return client;
  throw py::value_error("client: found " + std::to_string(client) + "; expected 0 to " +
                        std::to_string(clients - 1) + ", or -1");
}

void add_release(const ReleasePlanHandle& plan, std::int64_t client, Text unit, Text relation,
                 std::int64_t count, std::int64_t steps, Text sampling, double rate,
                 std::int64_t draws, double participation, bool has_fixed_cohorts,
                 bool noised_by_server, double own_noise, double understatement) {
  plan->add({.client = client_or_server(client, plan.clients),
             .unit = from_word<Unit>(unit),
             .relation = from_word<Relation>(relation),
             .count = count,
             .steps = steps,
             .sampling = from_word<Sampling>(sampling),
             .rate = rate,
             .draws = draws,
             .participation = participation,
             .has_fixed_cohorts = has_fixed_cohorts,
             .noised_by_server = noised_by_server,
             .own_noise = own_noise,
             .understatement = understatement});
}

void privatize(const MechanismHandle& mechanism, const RandomHandle& random,
               const py::object& stream, std::int64_t iteration, const Sensitivity& sensitivity,
               const py::object& message) {
  mechanism->privatize(*random, stream_of(stream), iteration, sensitivity,
                       written(message, "message"));
}

void bind_values(const py::object& m) {
  py::class_<Sensitivity>("Sensitivity")
      .def_static<[](py::Positive clip, Text relation) {
        return Sensitivity::of_clipped_sum(clip, from_word<Relation>(relation));
      }>("of_clipped_sum", "clip, relation")
      .def_static<[](py::Positive l2, Text relation) {
        return Sensitivity::of_distance(l2, from_word<Relation>(relation));
      }>("of_distance", "l2, relation")
      .def_static<[](Text relation) {
        return Sensitivity::unbounded(from_word<Relation>(relation));
      }>("unbounded", "relation")
      .def<[](const Sensitivity& s, py::Positive l1) { return s.with_l1(l1); }>("with_l1", "l1")
      .def<[](const Sensitivity& s, py::Positive factor) { return s.scaled(factor); }>("scaled",
                                                                                       "factor")
      .property<[](const Sensitivity& s) { return word_of(s.relation()); }>("relation")
      .property<&Sensitivity::l2>("l2")
      .def<[](const Sensitivity& s, py::Count dimension) { return s.l1(dimension); }>("l1",
                                                                                      "dimension")
      .property<&Sensitivity::bounded>("bounded")
      .add_to(m);
  py::class_<NoiseLaw>("NoiseLaw")
      .init<[](Text kind, py::NotNegative multiplier) {
        return NoiseLaw{from_word<NoiseLaw::Kind>(kind), multiplier};
      }>("kind, multiplier=0.0")
      .property<[](const NoiseLaw& law) { return word_of(law.kind); }>("kind")
      .property<&NoiseLaw::multiplier>("multiplier")
      .add_to(m);
  py::class_<Claim>("Claim")
      .init<[](py::Within<double, py::BelowOne> delta, Text adversary, Text accounting) {
        return Claim{delta, from_word<Adversary>(adversary), from_word<Accounting>(accounting)};
      }>("delta=0.0, adversary='server', accounting='pld'")
      .property<&Claim::delta>("delta")
      .property<[](const Claim& c) { return word_of(c.adversary); }>("adversary")
      .property<[](const Claim& c) { return word_of(c.accounting); }>("accounting")
      .add_to(m);
}

}  // namespace

void bind_privacy(const py::object& m) {
  bind_values(m);
  py::class_<ReleasePlanHandle>("ReleasePlan")
      .def<&add_release>(
          "add",
          "*, client=-1, unit='record', relation='replace_one', count, steps=1, sampling='none', "
          "rate=1.0, draws=0, participation=1.0, has_fixed_cohorts=False, noised_by_server=False, "
          "own_noise=0.0, understatement=1.0")
      .def<[](const ReleasePlanHandle& plan, Text name, Text why, Text remedy) {
        plan->reads({kept_text(name), kept_text(why), kept_text(remedy)});
      }>("reads", "name, why, remedy")
      .def<[](const ReleasePlanHandle& plan, Text why, double false_above) {
        plan->warns({kept_text(why), false_above});
      }>("warns", "why, false_above=0.0")
      .def<[](const ReleasePlanHandle& plan, Text why) { plan->releases_nothing(kept_text(why)); }>(
          "releases_nothing", "why")
      .add_to(m);
  py::class_<ClaimsHandle>("PublishedClaims")
      .def<[](const ClaimsHandle& claims, Text source, double eps, Text scope) {
        claims->claims(source.c_str(), eps, scope.c_str());
      }>("claims", "source, eps, scope")
      .def<[](const ClaimsHandle& claims, Text why) { claims->claims_nothing(why.c_str()); }>(
          "claims_nothing", "why")
      .add_to(m);
  py::class_<MechanismHandle>("MechanismOfRun")
      .def<[](const MechanismHandle& m, Index client) {
        return m->law(client_or_server(client, m.clients));
      }>("law", "client")
      .def<[](const MechanismHandle& m) { return m->claim(); }>("claim")
      .def<&privatize>("privatize", "random, stream, iteration, sensitivity, message")
      .add_to(m);
  static_assert(Accountant::everyone == -1);
  py::class_<AccountantHandle>("Accountant")
      .property<[](const AccountantHandle& a) { return a->clients(); }>("clients")
      .def<[](const AccountantHandle& a, const NoiseLaw& noise, const Claim& claim, Index client) {
        return a->epsilon(noise, claim, client_or_server(client, a->clients()));
      }>("epsilon", "noise, claim, client=-1")
      .def<[](const AccountantHandle& a, Text kind, py::Positive eps, const Claim& claim,
              Index client) {
        return a->multiplier(from_word<NoiseLaw::Kind>(kind), eps, claim,
                             client_or_server(client, a->clients()));
      }>("multiplier", "kind, eps, claim, client=-1")
      .add_to(m);
}

}  // namespace skald::python
