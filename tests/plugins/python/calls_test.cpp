// What a plugin in Python asks of the host, with right and with wrong arguments.
#include "random/owned_random.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/federated/participation.hpp"
#include "test.hpp"
#include "written_plugin.hpp"

TEST_CASE("a wrong call names the line of the plugin, what it has found and what is expected") {
  // A call, and what its refusal says of it.
  const std::vector<std::pair<std::string, std::string>> wrong{
      // Whom, and where.
      {"problem.gradient(3, theta)", "client: found 3; expected 0 to 2, or problem.everyone"},
      {"problem.gradient(2**70, theta)", "client: found 1180591620717411303424; expected an int"},
      {"problem.gradient(0.5, theta)", "client: found 0.5; expected an int"},
      {"problem.gradient(np.float32(1), theta)", "client: found an array of float32, shape ()"},
      {"problem.gradient('first', theta)", "client: found 'first'; expected an int"},
      {"problem.gradient(None, theta)", "client: found None; expected an int"},
      {"problem.gradient(0, 'theta')", "theta: found 'theta'; expected an array of numbers"},
      {"problem.gradient(0, None)", "theta: found None; expected an array of numbers"},
      {"problem.gradient(0, context)", "theta: found a value of type Context; expected an array"},
      {"problem.gradient(0, np.array([None, {}]))", "theta: found an array of object, shape (2,)"},
      {"problem.gradient(0, theta.astype('S8'))", "theta: found an array of |S8, shape (3, 2)"},
      {"problem.gradient(0, theta + 1j)", "theta: found an array of complex128, shape (3, 2)"},
      {"problem.gradient(0, theta[:2])", "theta: found 2 rows; expected 3, the dimension"},
      {"problem.gradient(0, theta.T)", "theta: found 2 rows; expected 3, the dimension"},
      {"problem.gradient(0, theta[:, :, None])", "theta: found shape (3, 2, 1); expected at most"},
      {"problem.gradient(0, [[1, 2], [3]])",
       "theta: found a value of type list; expected an array"},
      {"problem.gradient(0, np.ma.masked_array(theta, theta < 9))", "theta: found masked values"},
      {"problem.potential(0, np.zeros(4))", "theta: found 4 rows; expected 3, the dimension"},
      {"problem.potential(0, skald.rows([0]))", "theta: found a value of type Rows; expected an"},
      // Rows, which stand before theta.
      {"problem.gradient(0, theta, skald.rows([0]))", "rows: found an array of float64, shape"},
      {"problem.risk_gradient(0, theta, skald.rows([0]))", "expected Rows, such as problem.rows"},
      {"problem.gradient(0, [0, 1], theta)", "rows: found a value of type list; expected Rows"},
      {"problem.risk_gradient(0, None, theta)", "rows: found None; expected Rows"},
      {"problem.gradient(0, rows=None, theta=theta)", "rows: found None; expected Rows"},
      {"problem.gradient(0, skald.rows([]), theta)", "rows: found none; expected at least one row"},
      {"problem.gradient(0, skald.rows([0, 4]), theta)", "rows: found row 4; expected 0 to 3"},
      {"problem.gradient(1, skald.rows([-1]), theta)",
       "rows: found row -1; expected 0 to 6, those"},
      {"problem.gradient(0, skald.rows(np.zeros((2, 3))), theta)", "rows: found those of 3 chains"},
      {"skald.rows('first')", "numbers of rows: found 'first'; expected an array of numbers"},
      {"skald.rows([0.5])", "a row number: found 0.5"},
      {"skald.rows([np.nan])", "a row number: found nan; expected integers"},
      {"skald.rows([2**32])", "a row number: found 4294967296"},
      {"problem.rows(0).row(0, 4)", "r: found row 4 of chain 0; expected one of 4 rows"},
      {"problem.rows(0).row(-1, 0)", "chain: found -1; expected an int from 0 to"},
      // Where the answer goes.
      {"problem.gradient(0, theta, out=np.zeros((3, 2)))", "strides (16, 8); expected a writeable"},
      {"problem.gradient(0, theta, out=np.zeros((2, 2), order='F'))", "out: found shape (2, 2)"},
      {"problem.gradient(0, theta, out=theta.astype('f4'))", "out: found an array of float32"},
      {"problem.gradient(0, theta, out=theta.astype('>f8'))", "out: found an array of >f8"},
      {"problem.gradient(0, theta, out=theta.astype('i8'))", "out: found an array of int64"},
      {"problem.gradient(0, theta, out=theta.tolist())", "out: found a value of type list"},
      {"problem.gradient(0, theta, out=np.broadcast_to(theta, (3, 2)))",
       "out: found an array that"},
      // How it is called.
      {"problem.gradient(0, theta, theta, theta)",
       "found 4 arguments by place; expected at most 3"},
      {"problem.gradient(0, theta=theta, at=1)", "found an argument at"},
      {"problem.gradient(0, theta, **{'\\ud800': 1})", "found an argument a text that"},
      {"problem.potential(0, theta, theta=theta)", "theta is given twice"},
      {"problem.risk_gradient(0, theta)", "theta is missing"},
      {"type(problem)()", "Problem: no object is made by plugins"},
      // Clips and sizes.
      {"problem.clipped_risk_gradient(0, problem.rows(0), -1, 4, theta)",
       "clip: found -1; expected"},
      {"problem.clipped_risk_gradient(0, problem.rows(0), np.nan, 4, theta)", "clip: found nan; "},
      {"problem.clipped_risk_gradient(0, problem.rows(0), 1, 0, theta)",
       "batch_size: found 0; exp"},
      {"skald.Minibatch('all', problem, 2)",
       "batch: found 'all'; expected an int above 0, or None"},
      {"skald.Minibatch(0, problem, 2)", "batch: found 0; expected an int above 0, or None"},
      {"skald.Minibatch(2, problem, -2)", "chains: found -2; expected an int from 0 to"},
      {"skald.Minibatch(2, problem, 2).draw(random, 0, problem, 9)",
       "client: found 9; expected 0 to"},
      // Random numbers.
      {"random.normal(Role.noise, 0, (1, 1))", "stream: found <Role.noise: 4>; expected a tuple"},
      {"random.normal(('noise',), 0, (1, 1))", "stream: found ('noise',); expected a tuple"},
      {"random.normal((300,), 0, (1, 1))", "stream: found (300,); expected a tuple"},
      {"random.normal((Role.noise, -5), 0, (1, 1))", "stream: found (<Role.noise: 4>, -5)"},
      {"random.normal((Role.dataset,), 0, (1, 1))",
       "role dataset (0), client -1, iteration 0 belongs"},
      {"random.normal((99,), 0, (1, 1))", "expected the roles noise, shared_noise, minibatch"},
      {"random.normal((Role.noise, 2**40), 0, (1, 1))", "client 1099511627776 is outside"},
      {"random.normal((Role.noise,), 'k', (1, 1))", "iteration: found 'k'; expected an int"},
      {"random.normal((Role.noise,), 0, 3)", "out: found 3; expected a shape (rows, columns)"},
      {"random.normal((Role.noise,), 0, (1.5, 2))", "out: found (1.5, 2); expected a shape"},
      {"random.normal((Role.noise,), 0, (-1, 2))", "out: found (-1, 2); expected a shape"},
      {"random.normal((Role.noise,), 0, (2**62, 4))", "expected a shape (rows, columns)"},
      {"random.add_normal((Role.noise,), 0, 1, theta.tolist())",
       "inout: found a value of type list"},
      {"random.add_normal((Role.noise,), 0, 'h', theta)", "scale: found 'h'; expected a number"},
      {"random.bits((Role.noise,), 0, 0, -1)", "count: found -1; expected an int from 0 to"},
      {"random.sample((Role.minibatch,), 0, 5, 2)", "chain, n, count): count is missing"},
      {"random.sample((Role.minibatch,), 0, 0, 5, 6)", "count: found 6; expected at most n, 5"},
      {"random.sample((Role.minibatch,), 0, 0, 5.0, 2)", "n: found 5.0; expected an int from 0 to"},
      {"context.cohort(4, 0)", "S: found 4; expected 1 to 3, the number of clients, or None"},
      {"context.cohort(0, 0)", "S: found 0; expected 1 to 3"},
      {"context.cohort(2)", "Context.cohort(S, iteration, chain=0): iteration is missing"},
      // What a run tells and costs.
      {"context.recorder.record('x', 'high')",
       "value of x: found 'high'; expected an array of numbers"},
      {"context.recorder.record(1, 1.0)", "name: found 1; expected a text"},
      {"context.ledger.bits_up = 'many'", "bits_up: found 'many'; expected a number of at least 0"},
      {"context.ledger.bits_up = np.nan", "bits_up: found nan; expected a number of at least 0"},
      {"context.ledger.rounds = 1.5", "rounds: found 1.5; expected an int of at least 0"},
      {"del context.ledger.bits_up", "bits_up cannot be deleted"},
      {"problem.dimension = 2",
       "attribute 'dimension' of '_skald.Problem' objects is not writable"},
      {"skald.vector_bits(1.5)", "d: found 1.5; expected an int from 0 to"},
      {"context.parallel(2, None)", "f: found None; expected a function"},
      // Privacy.
      {"context.mechanism.law(9)", "client: found 9; expected 0 to 2, or -1"},
      {"skald.NoiseLaw('gauss')", "\"gauss\" is no kind of noise; expected one of none, gaussian"},
      {"skald.NoiseLaw('gaussian', -1.0)",
       "multiplier: found -1.0; expected a number of at least 0"},
      {"skald.Claim(delta=2.0)", "delta: found 2.0; expected a number from 0 to below 1"},
      {"skald.Sensitivity.of_distance(np.nan, 'add_remove')", "l2: found nan; expected a number"},
      {"skald.Sensitivity.of_clipped_sum(1.0, 'add')", "\"add\" is no relation; expected one of"},
  };
  for (const auto& [call, told] : wrong) {
    INFO(call);
    const std::string answer =
        error_of<std::exception>("start(self, context, theta)",
                                 "problem, random = context.problem, context.random\n" + call);
    CHECK_THAT(answer, Catch::StartsWith("written.py:15: in start: ") && Catch::Contains(told));
    CHECK_THAT(answer, !Catch::Contains("Internal error") && !Catch::Contains("SystemError"));
  }
  CHECK(wrong.size() > 60);
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
  // A vector is one column, and nothing is none of them.
  CHECK(refusal_of_start("assert context.problem.gradient(0, theta[:, 0]).shape == (3, 1)\n"
                         "assert context.problem.gradient(0, np.zeros((3, 0))).shape == (3, 0)") ==
        "no exception");
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

TEST_CASE("a cohort has the clients that samplers in C++ draw") {
  Written written(sampler(method("advance(self, context, iterations, theta)",
                                 "assert [*context.cohort(None, 0)] == [0, 1, 2]\n"
                                 "theta[:2, 0] = context.cohort(2, 5)\n"
                                 "theta[:2, 1] = context.cohort(2, 5, chain=1)")));
  const MatrixXd found = run(written.plugin(Kind::sampler));
  Participation participation(3, 2);
  for (Index chain = 0; chain < 2; ++chain) {
    const auto cohort = participation.draw(random_streams, 5, chain);
    CHECK(std::equal(cohort.begin(), cohort.end(), found.col(chain).data()));
  }
}
