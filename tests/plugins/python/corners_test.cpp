// What goes wrong in a plugin in Python, and how its author and the host learn of it.
#include "problem/declared_releases.hpp"
#include "problem/examined_table.hpp"
#include "random/owned_random.hpp"
#include "skald/dataset.hpp"
#include "skald/named_columns.hpp"
#include "skald/partition.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

using Settings = std::vector<Setting>;

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
  // A ValueError in newer versions of NumPy.
  CHECK_THAT(failure_of_advance("np.linalg.solve(np.zeros((2, 2)), np.ones(2))"),
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
  CHECK(refusal_of_start(draw) == "written.py:14: in start: " + expected);
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

TEST_CASE("what is returned must be what the contract says") {
  Written number(sampler(method("temperature(self)", "return 'hot'")));
  CHECK_THROWS_WITH(
      make<Sampler>(number.plugin(Kind::sampler))->temperature(),
      Catch::Matches("written\\.py:[0-9]+: in temperature: what temperature\\(\\) returns: "
                     "found 'hot'; expected a number"));
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
                    Catch::Contains("group: found 0.5"));
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
       "group: found an array of <U1, shape (100,); expected an array of numbers"},
      {"x, ['no'] * 100, classes=2", "target: found "},
      {"x, ['1'] * 100, classes=2", "target: found "},
      {"x + 0j, y, classes=2",
       "features: found an array of complex128, shape (3, 100); expected an array of numbers"},
      {"x, np.arange(100).astype('datetime64[D]')", "target: found an array of datetime64[D]"},
      {"x, np.ma.masked_less(y, 0.5), classes=2", "target: found masked values; expected numbers"},
      {"np.ma.masked_array(x, x > 2), y, classes=2", "features: found masked values"},
      {"np.ma.masked_array(x), y, classes=2", ""},
      {"x.astype(object), y.astype(bool), classes=2", ""},
      {"x, y, classes='two'", "classes: found 'two'; expected a whole number"},
      {"x[None], y, classes=2", "features: found shape (1, 3, 100); expected at most two axes"},
      {"x, y, classes=2, feature_names=['a', 'b']", "found 2 names of features; expected 3"},
      {"x, y, classes=2, feature_names='abc'", "feature_names: found one text"},
      {"x, y, classes=2, class_names=['a']", "found 1 name of classes; expected 2"},
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
                    Catch::Contains(": in load: the result: found 3; expected a "
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
  CHECK_THROWS_WITH(
      model->gradient(Rows::range(0, 2), view(std::as_const(theta)), view(out)),
      Catch::Matches("written\\.py:[0-9]+: in gradient: what gradient\\(\\) returns: found shape "
                     "\\(1, 1\\); expected \\(2, 1\\)"));
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
