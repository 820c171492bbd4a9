// Every call of what the program gives, with every argument of another kind.
#include "given_handles.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

namespace python_wrong_kinds {

// refused(things, names, **given) tries the methods of things, by the name of their class in
// skald.host, so that a new one is tried too, and functions and classes of these names. What stands
// for an argument is given by its name. It returns how many wrong calls were refused by the name of
// the argument, and raises if another one was not.
const std::string kRefused = R"(
import inspect
import skald.host as told

SHAPES = {"normal", "uniform"}  # their "out" may be a shape
MAY_BE_NONE = {"out", "then", "batch", "S"}
TEXTS = {"name", "why", "remedy", "source", "scope"}

def calls_of(things, names):
    for owner, thing in things.items():
        for name in vars(getattr(told, owner)):
            if not name.startswith("_") and callable(getattr(thing, name, None)):
                written = inspect.signature(getattr(getattr(told, owner), name))
                yield name, getattr(thing, name), written
    for name in names:
        yield name, getattr(skald, name), inspect.signature(getattr(told, name))

def refused(things, names=(), **given):
    tried, faults = 0, []
    for name, call, signature in calls_of(things, names):
        names = [n for n in signature.parameters if n not in ("self", "_arguments", "_options")]
        if "_arguments" in signature.parameters:  # gradient(), which is overloaded
            names = ["client", "rows", "theta", "out"]
        defaults = {n: p.default for n, p in signature.parameters.items()}
        right = {n: given[n] if n in given else defaults[n] for n in names}
        if name in SHAPES:
            right["out"] = (2, 1)
        call(**right)
        for wrong in (object(), {}, 1j, [None], "text", None):
            for n in names:
                if wrong is None and n in MAY_BE_NONE or wrong == "text" and n in TEXTS:
                    continue  # which is right
                tried += 1
                try:
                    call(**{**right, n: wrong})
                    faults.append((name, n, wrong, "no exception"))
                except (TypeError, ValueError) as e:
                    if n not in str(e).replace("a value of type", ""):
                        faults.append((name, n, wrong, str(e)))
                except Exception as e:
                    faults.append((name, n, wrong, type(e), str(e)))
    assert not faults, faults
    return tried

)";

}  // namespace python_wrong_kinds

using namespace python_wrong_kinds;

TEST_CASE("every argument of what a sampler is given is refused by its name if of another kind") {
  const std::string in_start = R"(
column = np.zeros((2, 1), order="F")
sensitivity = skald.Sensitivity.of_distance(1.0, "add_remove")
rows = skald.rows([0])
things = dict(
    Problem=context.problem, Random=context.random, MechanismOfRun=context.mechanism,
    Recorder=context.recorder, Context=context, Rows=rows, Sensitivity=sensitivity,
    Minibatch=skald.Minibatch(2, context.problem, 2), ClientClock=context.clients)
tried = refused(
    things, ("rows", "vector_bits", "Minibatch", "NoiseLaw", "Claim"), client=0, theta=theta,
    rows=rows, out=None, clip=1.0, batch_size=1.0, stream=(Role.noise,), iteration=0, chain=0, n=5,
    count=2, scale=1.0, inout=column, random=context.random, problem=context.problem,
    message=column, relation="add_remove", l2=1.0, l1=1.0, factor=2.0, dimension=3, name="x",
    value=1.0, batch=2, chains=2, kind="gaussian", multiplier=1.0, delta=0.0, adversary="server",
    accounting="pld", r=0, d=2, numbers=[0], sensitivity=sensitivity, f=lambda i, slot: None,
    then=None, S=2, time=1.0, steps=3, bits_down=1.0, bits_up=1.0)
assert tried > 480, tried)";
  Written written(kRefused +
                  sampler(method("start(self, context, theta)", in_start) +
                          method("releases(self, problem, iterations, plan)",
                                 "tried = refused(dict(ReleasePlan=plan), count=iterations, "
                                 "name='x', why='y', remedy='z')\n"
                                 "assert tried > 80, tried") +
                          method("claims(self, problem, iterations, mechanism, claims)",
                                 "tried = refused(dict(PublishedClaims=claims), source='x', "
                                 "eps=1.0, scope='y', why='z')\n"
                                 "assert tried > 15, tried")));
  start_and_ask(written);
}

TEST_CASE("every argument of what mechanisms and metrics are given is refused by its name") {
  const std::string in_prepare =
      "tried = refused(dict(Accountant=accountant), noise=skald.NoiseLaw('gaussian', 1.0), "
      "claim=skald.Claim(delta=1e-5), kind='gaussian', eps=1.0)\n"
      "assert tried > 35, tried";
  Written mechanism(kRefused +
                    class_of("Mechanism", method("prepare(self, accountant)", in_prepare)));
  CHECK_NOTHROW(make<Mechanism>(mechanism.plugin(Kind::privacy))->prepare(FixedAccountant(2)));
  const std::string in_value =
      "tried = refused(dict(Observables=observed), name='rounds', theta=observed.thinned_draws)\n"
      "assert tried > 10, tried\n"
      "return 1.0";
  Written metric(kRefused + class_of("Metric", "    needs = ('thinned_draws', 'score')\n" +
                                                   method("value(self, observed)", in_value)));
  WithCosts observed;
  observed.thinned = observed.scores = normal_draws(1, 3, 5);
  CHECK(make<Metric>(metric.plugin(Kind::metric))->value(observed) == 1);
}

TEST_CASE("clients beyond the last one are refused where a clock, a plan or a mechanism has them") {
  const auto problem = federation();
  const FixedClock clock({1, 2, 3});
  const auto told = [&](const std::string& in_start,
                        const std::string& in_releases) -> std::string {
    Written written(sampler(method("start(self, context, theta)", in_start) +
                            method("releases(self, problem, iterations, plan)", in_releases)));
    const auto object = make<Sampler>(written.plugin(Kind::sampler));
    try {
      const SamplerRun run(*problem, *object, random_streams, nothing, MatrixXd::Zero(3, 1),
                           &clock);
      problem::declared_releases(*object, problem->problem(), 7);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no exception";
  };
  const auto is_refused = [&](const std::string& in_start, const std::string& in_releases) {
    CHECK_THAT(told(in_start, in_releases),
               Catch::StartsWith("written.py:") &&
                   Catch::Contains("ValueError: client: found 3; expected 0 to 2"));
  };
  is_refused("context.clients.is_available(3, 0.0)", "pass");
  is_refused("context.clients.least_seconds(3, 1, 1.0, 1.0)", "pass");
  is_refused("context.clients.seconds_to_report(3, 0, 0, 0.0, 1, 1.0, 1.0)", "pass");
  is_refused("context.mechanism.law(3)", "pass");
  is_refused("pass", "plan.add(client=3, count=1)");
  CHECK(told("context.clients.is_available(2, 0.0)", "plan.add(client=2, count=1)") ==
        "no exception");
}
