// What a plugin in Python asks of the host, with right and with wrong arguments.
#include "random/owned_random.hpp"
#include "skald/minibatch.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

TEST_CASE("what is asked of a problem must exist") {
  const auto asked = [](const std::string& question) {
    return refusal_of_start("context.problem." + question);
  };
  CHECK_THAT(asked("gradient(3, theta)"), Catch::Contains("there is no client 3"));
  CHECK_THAT(asked("examples(-2)"), Catch::Contains("there is no client -2"));
  CHECK(asked("gradient(context.problem.everyone, theta)") == "no exception");
  CHECK_THAT(asked("gradient(0, theta[:2])"), Catch::Contains("theta has 2 rows, expected 3"));
  CHECK_THAT(asked("potential(0, np.zeros(4))"), Catch::Contains("theta has 4 rows"));
  CHECK_THAT(asked("gradient(0, skald.rows([0, 4]), theta)"),
             Catch::Contains("row 4 of client 0, which has 4 rows"));
  CHECK_THAT(asked("risk_gradient(0, skald.rows([-1]), theta)"), Catch::Contains("row -1"));
  CHECK_THAT(asked("gradient(0, skald.rows([0.5]), theta)"),
             Catch::Contains("a row number has the value 0.5"));
  CHECK_THAT(asked("gradient(0, skald.rows([2**32]), theta)"),
             Catch::Contains("a row number has the value 4294967296"));
  CHECK_THAT(asked("rows(0).row(0, 4)"), Catch::Contains("no such row"));
  CHECK_THAT(asked("gradient(0, skald.rows(np.zeros((2, 3))), theta)"),
             Catch::Contains("for 3 chains, and theta has 2"));
  CHECK_THAT(asked("gradient(0, theta, out=np.zeros((3, 2)))"),
             Catch::Contains("columns are contiguous"));
  CHECK_THAT(asked("gradient(0, theta, out=np.zeros((2, 2), order='F'))"),
             Catch::Contains("expected (3, 2)"));
  for (const char* type : {"f4", ">f8", "i8"}) {
    CHECK_THAT(asked("gradient(0, theta, out=np.zeros((3, 2), order='F', dtype='" +
                     std::string(type) + "'))"),
               Catch::Contains("doubles"));
  }
}

TEST_CASE("a call with an argument of another kind names the line, the argument and what it is") {
  const std::map<std::string, std::string> wrong{
      {"context.problem.gradient(0, theta, skald.rows([0]))", "rows stand before theta"},
      {"context.problem.gradient(0, 'theta')",
       "theta: found a value of type str; expected an array"},
      {"context.problem.gradient(0, np.array([None, {}]))", "theta: found an array of object"},
      {"context.problem.gradient(0, np.zeros((3, 2, 1)))", "theta: found shape (3, 2, 1)"},
      {"context.problem.gradient(0, context)", "theta: found a value of type Context"},
      {"context.problem.gradient(0.5, theta)",
       "client: found a value of type float; expected an int"},
      {"context.problem.potential(0, skald.rows([0]))", "theta: found a value of type Rows"},
      {"context.problem.risk_gradient(0, theta, skald.rows([0]))", "rows: found a value of type "},
      {"context.problem.risk_gradient(0, None, theta)", "rows: found a value of type "},
      {"context.problem.gradient(0, theta, **{'\\ud800': 1})", "found an argument a text that"},
      {"context.problem.gradient(0, theta=theta, at=1)", "found an argument at"},
      {"context.problem.gradient(0, theta, theta=theta)", "theta is given twice"},
      {"context.problem.gradient(0, rows=None, theta=theta)", "rows: found a value of type None"},
      {"context.ledger.bits_up = 'many'", "bits_up: found a value of type str; expected a float"},
      {"del context.ledger.bits_up", "bits_up cannot be deleted"},
      {"context.problem.dimension = 2", "Error: "},
      {"type(context.problem)()", "Problem: no object is made by plugins"},
      {"skald.rows('first')", "numbers of rows: found a value of type str"},
      {"context.random.normal(Role.noise, 0, (1, 1))", "a stream is a tuple (role, client, chain)"},
      {"context.random.normal((Role.noise,), 0, 3)", "out is 3, expected a shape (rows, columns)"},
      {"context.random.normal((Role.noise,), 0, (1.5, 2))", "expected a shape (rows, columns)"},
      {"context.random.normal((Role.noise,), 0, (-1, 2))", "expected a shape (rows, columns)"},
      {"context.random.add_normal((Role.noise,), 0, 1, theta.tolist())", "inout is no NumPy array"},
      {"context.random.sample((Role.minibatch,), 0, 5, 2)",
       "Random.sample(stream, iteration, chain, n, count): count is missing"},
      {"context.recorder.record('x', 'high')", "x: found a value of type str"},
      {"skald.Minibatch('all', context.problem, 2)",
       "batch: found a value of type str; expected an int, or None"},
  };
  for (const auto& [call, told] : wrong) {
    INFO(call);
    CHECK_THAT(error_of<std::exception>("start(self, context, theta)", call),
               Catch::StartsWith("written.py:14: in start: ") && Catch::Contains("Error: ") &&
                   Catch::Contains(told));
  }
}

// The calls are those of skald.host, so that a new one is tried too. What stands for an argument is
// given by its name.
TEST_CASE("every argument of every call is refused by its name if it is of another kind") {
  const std::string answer = error_of<std::exception>("start(self, context, theta)", R"(
import inspect, skald.host as told
column = np.zeros((2, 1), order="F")
given = dict(
    client=0, theta=theta, rows=skald.rows([0]), out=None, clip=1.0, batch_size=1.0,
    stream=(Role.noise,), iteration=0, chain=0, n=5, count=2, scale=1.0, inout=column,
    random=context.random, problem=context.problem, message=column, relation="add_remove", l2=1.0,
    l1=1.0, factor=2.0, dimension=3, name="x", value=1.0, batch=2, chains=2, kind="gaussian",
    multiplier=1.0, delta=0.0, adversary="server", accounting="pld", r=0, d=2, numbers=[0],
    sensitivity=skald.Sensitivity.of_distance(1.0, "add_remove"), f=lambda i, slot: None, then=None)
shapes = {"normal", "uniform"}  # their "out" may be one
things = dict(
    Problem=context.problem, Random=context.random, MechanismOfRun=context.mechanism,
    Recorder=context.recorder, Context=context, Rows=given["rows"],
    Sensitivity=given["sensitivity"], Minibatch=skald.Minibatch(2, context.problem, 2))
calls = [(f"{owner}.{name}", getattr(thing, name),
          inspect.signature(getattr(getattr(told, owner), name)))
         for owner, thing in things.items() for name, written in vars(getattr(told, owner)).items()
         if not name.startswith("_") and callable(getattr(thing, name, None))]
calls += [(name, getattr(skald, name), inspect.signature(getattr(told, name)))
          for name in ("rows", "vector_bits", "Minibatch", "NoiseLaw", "Claim")]
tried, faults = 0, []
for name, call, signature in calls:
    names = [n for n in signature.parameters if n not in ("self", "_arguments", "_options")]
    if "_arguments" in signature.parameters:  # gradient(), which is overloaded
        names = ["client", "rows", "theta", "out"]
    right = {n: given[n] for n in names}
    if name.split(".")[-1] in shapes:
        right["out"] = (2, 1)
    call(*right.values())
    for wrong in (object(), {}, 1j, [None], "text", None):
        for n in names:
            if wrong is None and n in ("out", "then", "batch") or n == "name" and wrong == "text":
                continue  # which is right
            tried += 1
            try:
                call(*{**right, n: wrong}.values())
                faults.append((name, n, wrong, "no exception"))
            except (TypeError, ValueError) as e:
                if n not in str(e):
                    faults.append((name, n, wrong, str(e)))
            except Exception as e:
                faults.append((name, n, wrong, type(e), str(e)))
assert not faults, faults
assert tried > 400, tried)");
  CHECK(answer == "no exception");
}

// skald/host.py is what editors show; the bindings are what runs.
TEST_CASE("the classes that the program gives are those that skald.host describes") {
  CHECK(error_of<std::exception>("start(self, context, theta)", R"(import _skald, inspect
import skald.host as told
public = lambda found: {name for name in vars(found) if not name.startswith("_")}
told_of = lambda found: {name: (one.kind == one.KEYWORD_ONLY, one.default)
                         for name, one in inspect.signature(found).parameters.items()
                         if name != "self"}
for name in public(_skald):
    bound, written = getattr(_skald, name), getattr(told, name)
    if not isinstance(bound, type):
        continue
    fields = set(written.__annotations__) | public(written)
    assert fields == public(bound), (name, fields ^ public(bound))
    for method in public(written) & {m for m in public(bound) if callable(getattr(bound, m))}:
        own = told_of(getattr(written, method))
        if "_arguments" in own:  # gradient(), which is overloaded
            continue
        its = told_of(getattr(bound, method))
        assert own == its, (name, method, own, its)
missing = {n for n, v in vars(told).items() if isinstance(v, type) and v.__module__ == told.__name__
           and not n.startswith("_")} - public(_skald)
assert not missing, missing)") == "no exception");
}

TEST_CASE("an array in any order and of any numbers is taken where the host reads") {
  for (const std::string theta :
       {"np.ascontiguousarray(theta)", "theta.astype('f4')", "theta.astype('>f8', order='F')",
        "theta.astype('f2')", "np.asfortranarray(theta.T).T", "theta.tolist()"}) {
    INFO(theta);
    Written written(sampler(method("advance(self, context, iterations, theta)",
                                   "theta[:] = 0.5\n"
                                   "expected = context.problem.gradient(1, theta)\n"
                                   "theta[:] = context.problem.gradient(1, " +
                                       theta + ") - expected")));
    CHECK(run(written.plugin(Kind::sampler)) == MatrixXd::Zero(3, 2));
  }
}

TEST_CASE("a minibatch has the rows of C++, and keeps them") {
  Written written(sampler(
      method("advance(self, context, iterations, theta)",
             "theta[:] = 0.5\n"
             "draw = lambda k: skald.Minibatch(2, context.problem, 2).draw(context.random, k, "
             "context.problem, 1)\n"
             "first, second = draw(5), draw(6)\n"
             "theta[:] = context.problem.gradient(1, first, theta)")));
  const auto problem = federation();
  Minibatch minibatch(2);
  minibatch.start(problem->problem(), 2);
  const MatrixXd theta = MatrixXd::Constant(3, 2, 0.5);
  MatrixXd expected(3, 2);
  problem->problem().gradient(1, minibatch.draw(random_streams, 5, problem->problem(), 1),
                              view(theta), view(expected));
  CHECK(run(written.plugin(Kind::sampler)) == expected);
}
