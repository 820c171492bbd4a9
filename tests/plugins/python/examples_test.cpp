// The examples in the docstrings of skald/host.py, which run.
#include "given_handles.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

namespace python_examples {

// tried(names, **given) runs the examples of classes and functions of skald.host, and asserts that
// each of their methods has one.
const std::string kTried = R"(
import inspect
import skald.host as told

def code_of(thing):
    lines = (inspect.getdoc(thing) or "").splitlines()
    return "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))

def methods_of(thing):
    return [] if not isinstance(thing, type) else [
        method for name, method in vars(thing).items()
        if not name.startswith("_") and callable(getattr(thing, name))]

def tried(names, **given):
    for name in names.split():
        thing = getattr(told, name)
        methods = [getattr(thing, m.__name__) if hasattr(m, "__name__") else m.__func__
                   for m in methods_of(thing)]
        assert methods or code_of(thing), name + " has no example"
        for each in [thing, *methods]:
            assert inspect.getdoc(each), each
            assert each is thing or code_of(each), f"{each} has no example"
            try:
                exec(code_of(each), {"np": np, "skald": skald, "Role": Role, **given})
            except Exception as error:
                raise AssertionError(f"{each}: {code_of(each)}: {error!r}")

)";

const std::string kInStart =
    "rows vector_bits Rows Random Problem Minibatch Sensitivity NoiseLaw Claim MechanismOfRun "
    "Ledger Recorder Context";

}  // namespace python_examples

using namespace python_examples;

TEST_CASE("the examples of everything that a sampler is given run") {
  Written written(
      kTried +
      sampler(
          method("start(self, context, theta)",
                 "d, C = theta.shape\n"
                 "given = dict(context=context, problem=context.problem, random=context.random,\n"
                 "             theta=theta, d=d, C=C, clock=context.clients)\n"
                 "tried('" +
                     kInStart + " ClientClock', **given)") +
          method("releases(self, problem, iterations, plan)",
                 "tried('ReleasePlan', plan=plan, iterations=iterations)") +
          method("claims(self, problem, iterations, mechanism, claims)",
                 "tried('PublishedClaims', claims=claims)")));
  start_and_ask(written);
}

TEST_CASE("the examples of what a mechanism and a metric are given run") {
  Written mechanism(kTried +
                    class_of("Mechanism", method("prepare(self, accountant)",
                                                 "tried('Accountant', accountant=accountant)")));
  CHECK_NOTHROW(make<Mechanism>(mechanism.plugin(Kind::privacy))->prepare(FixedAccountant(2)));
  Written metric(kTried + class_of("Metric", "    needs = ('thinned_draws', 'score')\n" +
                                                 method("value(self, observed)",
                                                        "tried('Observables', observed=observed)\n"
                                                        "return 1.0")));
  WithCosts observed;
  observed.thinned = observed.scores = normal_draws(1, 3, 5);
  CHECK(make<Metric>(metric.plugin(Kind::metric))->value(observed) == 1);
}

TEST_CASE("every class and function that the program gives has examples that a test runs") {
  Written written(kTried + sampler(method("start(self, context, theta)", R"(
named = {name for name, thing in vars(told).items()
         if getattr(thing, "__module__", "") == told.__name__ and not name.startswith("_")
         and callable(thing)}
assert named == set(')" + kInStart + R"( ClientClock ReleasePlan PublishedClaims Accountant '
                    'Observables'.split()), named)")));
  CHECK_NOTHROW(run(written.plugin(Kind::sampler)));
}
