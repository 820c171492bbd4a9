// What goes wrong in a plugin in Python, and how its author and the host learn of it.
#include "problem/declared_releases.hpp"
#include "problem/examined_table.hpp"
#include "python_plugins.hpp"
#include "random/owned_random.hpp"
#include "run_sampler.hpp"
#include "skald/dataset.hpp"
#include "skald/minibatch.hpp"
#include "skald/named_columns.hpp"
#include "skald/partition.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

using Settings = std::vector<Setting>;

const std::string kImports = R"(
import math, os, pathlib, random, sys
import numpy as np
import skald
from skald import Role

)";

// A plugin of one class, written.py, in a folder of its own.
class Written {
 public:
  explicit Written(const std::string& source)
      : file_(folder_.write("written.py", kImports + source)), host_(python_host(folder_.path())) {}

  const plugin_host::Plugin& plugin(Kind kind) { return host_.find(kind, "written"); }
  // Why the file is refused.
  std::string refusal() { return host_.catalog().at(0).refusal; }

 private:
  TemporaryFolder folder_;
  std::filesystem::path file_;
  plugin_host::PluginHost host_;
};

std::string indented(const std::string& lines) {
  std::string text = "        ";
  for (const char c : lines) text += c == '\n' ? "\n        " : std::string(1, c);
  return text + "\n";
}

// A class of a plugin with these members, which may be methods of the base class.
std::string class_of(const std::string& base, const std::string& members) {
  return "class Written(skald." + base + "):\n    \"\"\"A plugin of a test.\"\"\"\n" + members;
}
std::string method(const std::string& signature, const std::string& body) {
  return "    def " + signature + ":\n" + indented(body);
}
std::string sampler(const std::string& members) {
  return class_of("Sampler", method("start(self, context, theta)", "pass") +
                                 method("advance(self, context, iterations, theta)", "pass") +
                                 members);
}

std::unique_ptr<Federation> federation() {
  return quadratic_federation(random_rows(1, 3, {4, 7, 5}, false), 0.4);
}

// The estimates of two chains after one iteration of the plugin.
MatrixXd run(const plugin_host::Plugin& plugin) {
  const auto problem = federation();
  const auto object = make<Sampler>(plugin);
  SamplerRun run(*problem, *object, random_streams, nothing, MatrixXd::Constant(3, 2, 0.5));
  return run.advance(1);
}

// What a sampler says, as an exception E, whose method has this body.
template <class E>
std::string error_of(const std::string& signature, const std::string& body) {
  Written written(sampler(method(signature, body)));
  try {
    run(written.plugin(Kind::sampler));
  } catch (const E& error) {
    return error.what();
  }
  return "no exception";
}
std::string refusal_of_start(const std::string& body) {
  return error_of<std::invalid_argument>("start(self, context, theta)", body);
}
std::string failure_of_start(const std::string& body) {
  return error_of<std::runtime_error>("start(self, context, theta)", body);
}
std::string failure_of_advance(const std::string& body) {
  return error_of<std::runtime_error>("advance(self, context, iterations, theta)", body);
}

}  // namespace

TEST_CASE("a ValueError where a plugin may refuse is a refusal, elsewhere a failure") {
  const std::string body = "raise ValueError('too few clients')";
  CHECK_THAT(refusal_of_start(body),
             Catch::Matches("written\\.py:[0-9]+: in start: ValueError: too few clients"));
  CHECK_THAT(failure_of_advance(body), Catch::Contains("in advance: ValueError: too few clients"));
  Written contradictory(sampler(method("__init__(self)", "raise ValueError('K and p_c')")));
  CHECK_THROWS_AS(make<Sampler>(contradictory.plugin(Kind::sampler)), std::invalid_argument);
  CHECK_THROWS_WITH(make<Sampler>(contradictory.plugin(Kind::sampler)),
                    Catch::StartsWith("sampler 'written': ") && Catch::EndsWith("K and p_c"));
}

TEST_CASE("other errors are failures, with the place in the plugin") {
  CHECK_THAT(failure_of_start("theta[:] = 1 / 0"),
             Catch::Matches("written\\.py:[0-9]+: in start: ZeroDivisionError: division by zero"));
  CHECK_THAT(failure_of_start("np.linalg.solve(np.zeros((2, 2)), np.ones(2))"),
             Catch::StartsWith("written.py:") && Catch::Contains("LinAlgError"));
  CHECK_THAT(failure_of_start("sys.exit(0)"),
             Catch::StartsWith("written.py:") && Catch::Contains("may not end the process"));
}

TEST_CASE("what would make a run irreproducible, or harm its process, is refused by name") {
  for (const std::string call : {"numpy.random.normal", "numpy.random.default_rng"}) {
    CHECK_THAT(failure_of_start("np" + call.substr(5) + "()"),
               Catch::Contains(call + "() draws numbers") && Catch::Contains("context.random"));
  }
  CHECK_THAT(failure_of_start("random.random()"), Catch::Contains("random.random() draws numbers"));
  CHECK_THAT(failure_of_start("os.fork()"), Catch::Contains("os.fork"));
}

TEST_CASE("generators without a seed, and what they are usually seeded from, are refused by name") {
  const auto call = GENERATE(table<std::string, std::string>(
      {{"np.random.RandomState()", "numpy.random.RandomState()"},
       {"np.random.Generator(np.random.PCG64())", "numpy.random.PCG64()"},
       {"np.random.SeedSequence()", "numpy.random.SeedSequence()"},
       {"random.Random()", "random.Random()"},
       {"random.SystemRandom()", "random.SystemRandom()"},
       {"os.urandom(8)", "os.urandom()"},
       {"__import__('secrets').randbits(9)", "secrets.randbits()"},
       {"__import__('uuid').uuid4()", "uuid.uuid4()"},
       {"__import__('time').time_ns()", "time.time_ns()"}}));
  CHECK_THAT(failure_of_start(std::get<0>(call)),
             Catch::Contains(std::get<1>(call)) && Catch::Contains("context.random"));
}

TEST_CASE("generators with a seed are what they were, and libraries have their clocks") {
  CHECK(failure_of_start(
            "import logging, tempfile\n"
            "assert np.random.RandomState(3).normal() == np.random.RandomState(3).normal()\n"
            "assert isinstance(np.random.default_rng(3).bit_generator, np.random.PCG64)\n"
            "assert random.Random(4).random() == random.Random(4).random()\n"
            "tempfile.TemporaryDirectory().cleanup()\n"
            "logging.LogRecord('n', 1, 'f', 1, 'm', (), None)") == "no exception");
}

TEST_CASE("exceptions of the host come out of Python as they were") {
  std::string expected;
  MatrixXd one(1, 1);
  try {
    random::OwnedRandom(random_streams, random::StreamOwner::sampler)
        .normal({Role::dataset}, 0, view(one));
  } catch (const std::invalid_argument& error) {
    expected = error.what();
  }
  REQUIRE(!expected.empty());
  const std::string draw = "context.random.normal((Role.dataset,), 0, (1, 1))";
  CHECK(refusal_of_start(draw) == expected);
  // One that the plugin has dealt with is no error.
  CHECK(refusal_of_start("try:\n    " + draw + "\nexcept RuntimeError:\n    pass") ==
        "no exception");
  CHECK_THAT(failure_of_start("try:\n    " + draw + "\nexcept RuntimeError:\n    1 / 0"),
             Catch::Contains("ZeroDivisionError"));
}

TEST_CASE("what the host lends for a call cannot be kept") {
  CHECK_THAT(failure_of_start("self.kept = theta"),
             Catch::Contains("keeps an array beyond the call"));
  CHECK_THAT(failure_of_start("self.kept = theta[:1]"), Catch::Contains("array.copy()"));
  CHECK(failure_of_start("self.kept = theta.copy()") == "no exception");
  Written written(sampler(method("start(self, context, theta)", "self.kept = context.problem") +
                          method("temperature(self)", "return float(self.kept.dimension)")));
  const auto object = make<Sampler>(written.plugin(Kind::sampler));
  const auto problem = federation();
  const SamplerRun started(*problem, *object, random_streams, nothing, MatrixXd::Zero(3, 1));
  CHECK_THROWS_WITH(object->temperature(), Catch::Contains("for one call"));
}

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
  CHECK_THAT(asked("gradient(0, theta, out=np.zeros((3, 2), order='F', dtype='f4'))"),
             Catch::Contains("doubles"));
}

TEST_CASE("a call with an argument of another kind names the line, the argument and what it is") {
  const std::map<std::string, std::string> wrong{
      {"context.problem.gradient(0, theta, skald.rows([0]))", "rows stand before theta"},
      {"context.problem.gradient(0, 'theta')",
       "theta: found a value of type str; expected an array"},
      {"context.problem.gradient(0, np.array([None, {}]))", "theta: found an array of object"},
      {"context.problem.gradient(0, np.zeros((3, 2, 1)))", "theta: found shape (3, 2, 1)"},
      {"context.problem.gradient(0, context)", "theta: found a value of type Context"},
      {"context.problem.gradient(0.5, theta)", "client: int"},
      {"context.problem.potential(0, skald.rows([0]))", "theta: found a value of type Rows"},
      {"context.problem.risk_gradient(0, theta, skald.rows([0]))", "rows: _skald.Rows"},
      {"context.problem.risk_gradient(0, None, theta)", "rows: _skald.Rows"},
      {"skald.rows('first')", "numbers of rows: found a value of type str"},
      {"context.random.normal(Role.noise, 0, (1, 1))", "a stream is a tuple (role, client, chain)"},
      {"context.random.normal((Role.noise,), 0, 3)", "out is 3, expected a shape (rows, columns)"},
      {"context.random.normal((Role.noise,), 0, (1.5, 2))", "expected a shape (rows, columns)"},
      {"context.random.normal((Role.noise,), 0, (-1, 2))", "expected a shape (rows, columns)"},
      {"context.random.add_normal((Role.noise,), 0, 1, theta.tolist())", "inout is no NumPy array"},
      {"context.random.sample((Role.minibatch,), 0, 5, 2)", "chain: int, n: int, count: int"},
      {"context.recorder.record('x', 'high')", "x: found a value of type str"},
      {"skald.Minibatch('all', context.problem, 2)", "batch: Optional[int]"},
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
  CHECK(error_of<std::exception>("start(self, context, theta)", R"(import _skald, inspect, re
import skald.host as told
public = lambda found: {name for name in vars(found) if not name.startswith("_")}
for name in public(_skald):
    bound, written = getattr(_skald, name), getattr(told, name)
    if not isinstance(bound, type):
        continue
    fields = set(written.__annotations__) | public(written)
    assert fields == public(bound), (name, fields ^ public(bound))
    for method in public(written) & {m for m in public(bound) if callable(getattr(bound, m))}:
        text = getattr(bound, method).__doc__
        if "Overloaded" in text:
            continue
        own = [p for p in inspect.signature(getattr(written, method)).parameters if p != "self"]
        its = [p for p in re.findall(r"(\w+): ", text.splitlines()[0]) if p != "self"]
        assert own == its, (name, method, own, its)
missing = {n for n, v in vars(told).items() if isinstance(v, type) and v.__module__ == told.__name__
           and not n.startswith("_")} - public(_skald)
assert not missing, missing)") == "no exception");
}

TEST_CASE("an array in any order and of any numbers is taken where the host reads") {
  for (const std::string theta : {"np.ascontiguousarray(theta)", "theta.astype('f4')",
                                  "np.asfortranarray(theta.T).T", "theta.tolist()"}) {
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

TEST_CASE("what is returned must be what the contract says") {
  Written number(sampler(method("temperature(self)", "return 'hot'")));
  CHECK_THROWS_WITH(make<Sampler>(number.plugin(Kind::sampler))->temperature(),
                    Catch::Contains("Written.temperature() returns 'hot'"));
  Written word(sampler(method("rest(self)", "return 'sofa'")));
  CHECK_THROWS_WITH(make<Sampler>(word.plugin(Kind::sampler))->rest(),
                    Catch::Contains("\"sofa\" is no rest; expected one of unstated, optimum"));
  Written state(sampler(method("state(self)", "return {'x': np.zeros((2, 2))}")));
  CHECK_THROWS_WITH(make<Sampler>(state.plugin(Kind::sampler))->state(),
                    Catch::Contains("state \"x\"") && Catch::Contains("order='F'"));
  Written partition(class_of("Partition", method("assign(self, table, random)", "return [0, 1]")));
  std::vector<std::int32_t> client(3);
  CHECK_THROWS_WITH(
      make<Partition>(partition.plugin(Kind::partition))->assign({}, random_streams, client),
      Catch::Contains("2 clients for 3 rows"));
  Written dataset(class_of(
      "Dataset", method("load(self, random)",
                        "return skald.Table(np.zeros((1, 2)), group=[0, 0.5], groups=1)")));
  CHECK_THROWS_WITH(make<Dataset>(dataset.plugin(Kind::dataset))->load(random_streams),
                    Catch::Contains("group has the value 0.5"));
}

TEST_CASE("a table of Python with a fault is refused with its place, and no other is") {
  // The arguments of skald.Table, and what the refusal says; "": none.
  const std::vector<std::pair<std::string, std::string>> tables{
      {"x, y, classes=2, train=80", ""},
      {"x, y, classes=2", ""},
      {"x, y * 7.5, train=80", ""},
      {"put(x, (1, 3), np.nan), y, classes=2, train=80", "training row 3, feature 1: found nan"},
      {"put(x, (1, 90), np.nan), y, classes=2, train=80", "test row 90, feature 1: found nan"},
      {"put(x, (2, 3), np.inf), y, classes=2, train=80", "training row 3, feature 2: found inf"},
      {"x, put(y, 3, np.nan), classes=2, train=80", "training row 3, target: found nan"},
      {"x, put(y, 90, np.nan), train=80", "test row 90, target: found nan"},
      {"x, put(y, 3, 2), classes=2, train=80", "training row 3, target: found 2"},
      {"x, put(y, 90, 50), classes=2, train=80", "test row 90, target: found 50"},
      {"x, put(y, 3, 0.5), classes=2, train=80", "training row 3, target: found 0.5"},
      {"x, put(y, 3, -1), classes=2, train=80", "training row 3, target: found -1"},
      {"x, y, classes=2, train=0", "found 0 training rows of 100"},
      {"x, y, classes=2, train=101", "found 101 training rows of 100"},
      {"x, y, classes=2, train=80.5", "train: found 80.5; expected a whole number"},
      {"x, y, classes=2, train=-5", "train: found -5; expected a whole number"},
      {"x.T, y, classes=2, train=80", "transpose them"},
      {"x, y[:-1], classes=2, train=80", "found 99 targets; expected 100"},
      {"x, y, classes=20_000_000", "found 20000000 classes"},
      {"x, y, classes=2, group=np.arange(100), groups=5", "training row 5, group: found 5"},
      {"x, y, classes=2, group=np.arange(100) % 5", "but 0 groups"},
      {"x, y, classes=2, group=np.arange(99) % 5, groups=5", "found 99 groups"},
      {"x, y, classes=2, group=np.array(['a', 'b'])[np.arange(100) % 2], groups=2",
       "group: found an array of <U1; expected an array of numbers"},
      {"x, ['no'] * 100, classes=2", "target: found "},
      {"x, ['1'] * 100, classes=2", "target: found "},
      {"x + 0j, y, classes=2",
       "features: found an array of complex128; expected an array of numbers"},
      {"x, np.arange(100).astype('datetime64[D]')", "target: found an array of datetime64[D]"},
      {"x, np.ma.masked_less(y, 0.5), classes=2", "target: found masked values; expected numbers"},
      {"np.ma.masked_array(x, x > 2), y, classes=2", "features: found masked values"},
      {"np.ma.masked_array(x), y, classes=2", ""},
      {"x.astype(object), y.astype(bool), classes=2", ""},
      {"x, y, classes='two'", "classes: found 'two'; expected a whole number"},
      {"x[None], y, classes=2", "features: found shape (1, 3, 100); expected at most two axes"},
      {"x, y, classes=2, feature_names=['a', 'b']", "found 2 names of features; expected 3"},
      {"x, y, classes=2, feature_names='abc'", "feature_names: found one text"},
      {"x, y, classes=2, class_names=['a']", "found 1 names of classes; expected 2"},
      {"x, y, classes=2, arrays={'w': np.zeros((1, 7))}", "array 'w': found shape 1 x 7"},
      {"x, y, classes=2, arrays=[1]", "arrays: "}};
  for (const auto& [arguments, refusal] : tables) {
    INFO(arguments);
    Written written(
        "def put(a, at, value):\n    a = a.copy()\n    a[at] = value\n    return a\n\n"
        "x = np.random.default_rng(0).normal(size=(3, 100))\ny = (x[0] > 0).astype(float)\n\n" +
        class_of("Dataset", method("load(self, random)", "return skald.Table(" + arguments + ")")));
    const auto dataset = make<Dataset>(written.plugin(Kind::dataset));
    const auto enter = [&] {
      const Table table = dataset->load(random_streams);
      const problem::ExaminedTable examined(table,
                                            dynamic_cast<const NamedColumns*>(dataset.get()));
    };
    if (refusal.empty()) {
      CHECK_NOTHROW(enter());
    } else {
      CHECK_THROWS_WITH(enter(), Catch::Contains(refusal));
    }
  }
  Written nothing_at_all(class_of("Dataset", method("load(self, random)", "return 3")));
  CHECK_THROWS_WITH(make<Dataset>(nothing_at_all.plugin(Kind::dataset))->load(random_streams),
                    Catch::Contains(": in load: the result: found a value of type int; expected a "
                                    "skald.Table"));
}

TEST_CASE("a model's answer of another shape is refused") {
  Written written(class_of("Model", method("bind(self, table)", "pass") +
                                        method("dimension(self)", "return 2") +
                                        method("gradient(self, rows, theta)", "return theta[:1]") +
                                        method("potential(self, rows, theta)", "return 'high'")));
  const auto model = make<Model>(written.plugin(Kind::model));
  const MatrixXd features = MatrixXd::Zero(1, 2);
  Table table;
  table.features = view(features);
  model->bind(table);
  MatrixXd theta = MatrixXd::Zero(2, 1), out = theta;
  CHECK_THROWS_WITH(model->gradient(Rows::range(0, 2), view(std::as_const(theta)), view(out)),
                    Catch::Contains("what gradient() returns has shape (1, 1), expected (2, 1)"));
  double potential = 0;
  CHECK_THROWS_AS(model->potential(Rows::range(0, 2), view(std::as_const(theta)), {&potential, 1}),
                  std::runtime_error);
}

TEST_CASE("a plan of releases reaches the host as it is, with words that exist") {
  const auto with_plan = [](const std::string& call) {
    return sampler(method("releases(self, problem, iterations, plan)", call));
  };
  Written written(
      with_plan("plan.add(client=1, relation='zero_out', count=iterations, steps=3, "
                "sampling='poisson', rate=0.25, participation=0.5, understatement=1.5)"));
  const auto problem = federation();
  const auto object = make<Sampler>(written.plugin(Kind::sampler));
  const auto all = problem::declared_releases(*object, problem->problem(), 7);
  REQUIRE(all.size() == 1);
  CHECK(all[0].client == 1);
  CHECK(all[0].unit == Unit::record);
  CHECK(all[0].relation == Relation::zero_out);
  CHECK(all[0].count == 7);
  CHECK(all[0].steps == 3);
  CHECK(all[0].sampling == Sampling::poisson);
  CHECK(all[0].rate == 0.25);
  CHECK(all[0].participation == 0.5);
  CHECK(all[0].understatement == 1.5);
  Written wrong(with_plan("plan.add(relation='foo', count=1)"));
  const auto refused = make<Sampler>(wrong.plugin(Kind::sampler));
  CHECK_THROWS_WITH(problem::declared_releases(*refused, problem->problem(), 7),
                    Catch::Contains("\"foo\" is no relation; expected one of add_remove"));
}

TEST_CASE("options are attributes, of the types that were declared") {
  Written written(sampler(R"(
    flag = skald.option(True, help="h")
    count = skald.option(3, at_least=1, help="h")
    size = skald.option(0.5, above=0, help="h")
    word = skald.option("b", one_of=("a", "b"), help="h")
    maybe = skald.option(type=int, help="h")
    file = skald.option(type=pathlib.Path, help="h")
    values = skald.option(type=list, help="h")

    def bias(self):
        values = None if self.values is None else self.values.tolist()
        return repr((self.flag, self.count, self.size, self.word, self.maybe, self.file, values))
)"));
  const plugin_host::Plugin& plugin = written.plugin(Kind::sampler);
  CHECK(make<Sampler>(plugin)->bias() == std::string("(True, 3, 0.5, 'b', None, None, None)"));
  const Settings given{{"flag", false},
                       {"count", 7},
                       {"size", 2},
                       {"word", "a"},
                       {"maybe", 0},
                       {"file", "/tmp/x"},
                       {"values", Array{{1, 2, 3, 4, 5, 6}, {2, 3}}}};
  CHECK(make<Sampler>(plugin, given)->bias() ==
        std::string("(False, 7, 2.0, 'a', 0, PosixPath('/tmp/x'), "
                    "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])"));
  CHECK_THROWS_AS(make<Sampler>(plugin, {{"count", 0}}), std::invalid_argument);
}

TEST_CASE("a file that is no plugin is refused, with the place and the remedy") {
  CHECK_THAT(Written("def f(:\n").refusal(), Catch::Contains("written.py:7: SyntaxError"));
  CHECK_THAT(Written("1 / 0\n").refusal(), Catch::Contains("written.py:7: ZeroDivisionError"));
  CHECK_THAT(Written("x = 1\n").refusal(), Catch::Contains("has 0 classes of plugins (none)"));
  CHECK_THAT(
      Written(sampler("") + class_of("Metric", "    pass\n").replace(6, 7, "Another")).refusal(),
      Catch::Contains("has 2 classes of plugins"));
  CHECK_THAT(Written("class A(skald.Metric):\n    pass\n").refusal(),
             Catch::Contains("has no docstring"));
  CHECK_THAT(Written(class_of("Metric", "    unit = 'nat'\n    scale = 'huge'\n")).refusal(),
             Catch::Contains("\"huge\" is no scale"));
  CHECK_THAT(Written(sampler("    K = skald.option(1, at_least=0, above=0, help='h')\n")).refusal(),
             Catch::Contains("one lower and one upper bound"));
}

TEST_CASE("a module that a plugin imports from its folder is part of it") {
  const TemporaryFolder folder;
  folder.write("written.py",
               kImports + "import _part\n" + sampler(method("bias(self)", "return _part.why")));
  const auto with_part = [&folder](const std::string& why) {
    folder.write("_part.py", "why = '" + why + "'\n");
    plugin_host::PluginHost host = python_host(folder.path());
    const plugin_host::Plugin& plugin = host.find(Kind::sampler, "written");
    return std::tuple(std::string(make<Sampler>(plugin)->bias()), plugin.sha256,
                      plugin.descriptor->info.numerics_revision);
  };
  const auto [first, first_digest, first_revision] = with_part("one");
  const auto [second, second_digest, second_revision] = with_part("two");
  CHECK(first == "one");
  CHECK(second == "two");
  CHECK(first_digest != second_digest);
  CHECK(first_revision != second_revision);
}
