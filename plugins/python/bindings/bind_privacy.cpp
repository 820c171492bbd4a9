#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "words.hpp"

namespace skald::python {
namespace {

using Text = const std::string&;

void add_release(const ReleasePlanHandle& plan, std::int64_t client, Text unit, Text relation,
                 std::int64_t count, std::int64_t steps, Text sampling, double rate,
                 std::int64_t draws, double participation, bool has_fixed_cohorts,
                 bool noised_by_server, double own_noise, double understatement) {
  plan->add({.client = client,
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

void bind_values(py::module_& m) {
  py::class_<Sensitivity>(m, "Sensitivity")
      .def_static(
          "of_clipped_sum",
          [](double clip, Text relation) {
            return Sensitivity::of_clipped_sum(clip, from_word<Relation>(relation));
          },
          py::arg("clip"), py::arg("relation"))
      .def_static(
          "of_distance",
          [](double l2, Text relation) {
            return Sensitivity::of_distance(l2, from_word<Relation>(relation));
          },
          py::arg("l2"), py::arg("relation"))
      .def_static(
          "unbounded",
          [](Text relation) { return Sensitivity::unbounded(from_word<Relation>(relation)); },
          py::arg("relation"))
      .def("with_l1", &Sensitivity::with_l1, py::arg("l1"))
      .def("scaled", &Sensitivity::scaled, py::arg("factor"))
      .def_property_readonly("relation", [](const Sensitivity& s) { return word_of(s.relation()); })
      .def_property_readonly("l2", &Sensitivity::l2)
      .def("l1", &Sensitivity::l1, py::arg("dimension"))
      .def_property_readonly("bounded", &Sensitivity::bounded);
  py::class_<NoiseLaw>(m, "NoiseLaw")
      .def(py::init([](Text kind, double multiplier) {
             return NoiseLaw{from_word<NoiseLaw::Kind>(kind), multiplier};
           }),
           py::arg("kind"), py::arg("multiplier") = 0.0)
      .def_property_readonly("kind", [](const NoiseLaw& law) { return word_of(law.kind); })
      .def_readonly("multiplier", &NoiseLaw::multiplier);
  py::class_<Claim>(m, "Claim")
      .def(
          py::init([](double delta, Text adversary, Text accounting) {
            return Claim{delta, from_word<Adversary>(adversary), from_word<Accounting>(accounting)};
          }),
          py::arg("delta") = 0.0, py::arg("adversary") = "server", py::arg("accounting") = "pld")
      .def_readonly("delta", &Claim::delta)
      .def_property_readonly("adversary", [](const Claim& c) { return word_of(c.adversary); })
      .def_property_readonly("accounting", [](const Claim& c) { return word_of(c.accounting); });
}

}  // namespace

void bind_privacy(py::module_& m) {
  bind_values(m);
  py::class_<ReleasePlanHandle>(m, "ReleasePlan")
      .def("add", &add_release, py::kw_only(), py::arg("client") = -1, py::arg("unit") = "record",
           py::arg("relation") = "replace_one", py::arg("count"), py::arg("steps") = 1,
           py::arg("sampling") = "none", py::arg("rate") = 1.0, py::arg("draws") = 0,
           py::arg("participation") = 1.0, py::arg("has_fixed_cohorts") = false,
           py::arg("noised_by_server") = false, py::arg("own_noise") = 0.0,
           py::arg("understatement") = 1.0)
      .def(
          "reads",
          [](const ReleasePlanHandle& plan, Text name, Text why, Text remedy) {
            plan->reads({kept_text(name), kept_text(why), kept_text(remedy)});
          },
          py::arg("name"), py::arg("why"), py::arg("remedy"))
      .def(
          "warns",
          [](const ReleasePlanHandle& plan, Text why, double false_above) {
            plan->warns({kept_text(why), false_above});
          },
          py::arg("why"), py::arg("false_above") = 0.0)
      .def(
          "releases_nothing",
          [](const ReleasePlanHandle& plan, Text why) { plan->releases_nothing(kept_text(why)); },
          py::arg("why"));
  py::class_<ClaimsHandle>(m, "PublishedClaims")
      .def(
          "claims",
          [](const ClaimsHandle& claims, Text source, double eps, Text scope) {
            claims->claims(source.c_str(), eps, scope.c_str());
          },
          py::arg("source"), py::arg("eps"), py::arg("scope"))
      .def(
          "claims_nothing",
          [](const ClaimsHandle& claims, Text why) { claims->claims_nothing(why.c_str()); },
          py::arg("why"));
  py::class_<MechanismHandle>(m, "MechanismOfRun")
      .def(
          "law",
          [](const MechanismHandle& mechanism, Index client) { return mechanism->law(client); },
          py::arg("client"))
      .def("claim", [](const MechanismHandle& mechanism) { return mechanism->claim(); })
      .def("privatize", &privatize, py::arg("random"), py::arg("stream"), py::arg("iteration"),
           py::arg("sensitivity"), py::arg("message"));
  py::class_<AccountantHandle>(m, "Accountant")
      .def_property_readonly("clients", [](const AccountantHandle& a) { return a->clients(); })
      .def(
          "epsilon",
          [](const AccountantHandle& a, const NoiseLaw& noise, const Claim& claim, Index client) {
            return a->epsilon(noise, claim, client);
          },
          py::arg("noise"), py::arg("claim"), py::arg("client") = Accountant::everyone)
      .def(
          "multiplier",
          [](const AccountantHandle& a, Text kind, double eps, const Claim& claim, Index client) {
            return a->multiplier(from_word<NoiseLaw::Kind>(kind), eps, claim, client);
          },
          py::arg("kind"), py::arg("eps"), py::arg("claim"),
          py::arg("client") = Accountant::everyone);
}

}  // namespace skald::python
