#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "call.hpp"
#include "skald/minibatch.hpp"

namespace skald::python {
namespace {

// What the host takes on trust would read beyond its memory if Python were wrong about it.
Index client_of(const Problem& problem, Index client) {
  if (client >= Problem::everyone && client < problem.clients()) return client;
  throw py::value_error("client: found " + std::to_string(client) + "; expected 0 to " +
                        std::to_string(problem.clients() - 1) + ", or problem.everyone");
}

void check_parameters(const Problem& problem, ConstBlock theta) {
  if (theta.rows == problem.dimension()) return;
  throw py::value_error("theta: found " + std::to_string(theta.rows) + " rows; expected " +
                        std::to_string(problem.dimension()) + ", the dimension");
}

// The rows that Python has chosen, of which the client has all.
Rows rows_of(const Problem& problem, Index client, const GivenRows& given, Index chains) {
  const Rows& rows = given.rows;
  const Index columns = rows.index == nullptr ? 1 : rows.columns;
  if (columns != 1 && columns != chains) {
    throw py::value_error("rows: found those of " + std::to_string(columns) +
                          " chains; expected those of one, or of the " + std::to_string(chains) +
                          " of theta");
  }
  const Index examples = problem.examples(client);
  for (Index j = 0; j < columns; ++j) {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      if (row >= 0 && row < examples) continue;
      throw py::value_error("rows: found row " + std::to_string(row) + "; expected 0 to " +
                            std::to_string(examples - 1) + ", those of client " +
                            std::to_string(client));
    }
  }
  return rows;
}

// Whom a question about gradients concerns, where, and where the answer goes.
struct Question {
  Question(const Problem& of, Index client, const py::object& theta, const py::object& out)
      : client(client_of(of, client)),
        at(theta, "theta"),
        to(out_of(out, at.block().rows, at.block().cols)),
        problem(of) {
    check_parameters(of, at);
  }
  Rows rows(const GivenRows& given) const {
    return rows_of(problem, client, given, at.block().cols);
  }
  // Those of a mean, which has at least one.
  Rows some_rows(const GivenRows& given) const {
    if (given.rows.count > 0) return rows(given);
    throw py::value_error("rows: found none; expected at least one row");
  }

  Index client;
  Given at;
  Out to;
  const Problem& problem;
};

py::object gradient(const ProblemHandle& problem, Index client, const py::object& theta,
                    const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->gradient(client, asked.at, asked.to.block);
  return asked.to.array;
}

py::object minibatch_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                              const py::object& theta, const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->gradient(client, asked.some_rows(rows), asked.at, asked.to.block);
  return asked.to.array;
}

py::object risk_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                         const py::object& theta, const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->risk_gradient(client, asked.some_rows(rows), asked.at, asked.to.block);
  return asked.to.array;
}

py::object clipped_risk_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                                 py::Positive clip, py::Positive batch_size,
                                 const py::object& theta, const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->clipped_risk_gradient(client, asked.rows(rows), clip, batch_size, asked.at,
                                 asked.to.block);
  return asked.to.array;
}

py::object potential(const ProblemHandle& problem, Index client, const py::object& theta) {
  const Given at(theta, "theta");
  check_parameters(*problem, at);
  const auto [out, data] = py::new_vector<double>(at.block().cols);
  problem->potential(client_of(*problem, client), at,
                     {data, static_cast<std::size_t>(at.block().cols)});
  return out;
}

// (A, mu) of a client whose potential is quadratic, otherwise None.
py::object quadratic(const ProblemHandle& problem, Index client) {
  const auto* gaussian =
      static_cast<const GaussianPosterior*>(problem->model_extension(GaussianPosterior::id));
  if (gaussian == nullptr) return py::none();
  const Index d = problem->dimension(), of = client_of(*problem, client);
  const Out curvature = out_of(py::none(), d, d), minimiser = out_of(py::none(), d, 1);
  gaussian->quadratic(problem->rows(of), problem->prior_share(of), curvature.block,
                      minimiser.block);
  return py::make_tuple(curvature.array, minimiser.array);
}

// (m, L) of the client's potential, or None if the model states no bounds.
py::object curvature_bounds(const ProblemHandle& problem, Index client) {
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem->model_extension(CurvatureBounds::id));
  if (curvature == nullptr) return py::none();
  const Index of = client_of(*problem, client);
  const auto bounds = curvature->bounds(problem->rows(of), problem->prior_share(of));
  return py::make_tuple(bounds.m, bounds.L);
}

GivenRows kept_rows(std::vector<std::int32_t> numbers, Index count, Index columns) {
  const auto kept = std::make_shared<const std::vector<std::int32_t>>(std::move(numbers));
  return {{0, count, kept->data(), columns}, kept};
}

// The rows with these numbers within the client: (count,) for all chains alike, or (count, chains).
GivenRows chosen_rows(const py::object& numbers) {
  const Eigen::MatrixXd matrix = matrix_of(numbers, "numbers of rows");
  return kept_rows(integers_of(numbers, "a row number"), matrix.rows(), matrix.cols());
}

// The number of row r of a chain. Throws py::value_error where there is none.
Index number_of_row(const GivenRows& given, py::Count chain, py::Count r) {
  const Rows& rows = given.rows;
  const bool are_alike = rows.index == nullptr || rows.columns == 1;
  if (r < rows.count && (are_alike || chain < rows.columns)) return rows.row(chain, r);
  throw py::value_error("r: found row " + std::to_string(r) + " of chain " + std::to_string(chain) +
                        "; expected one of " + std::to_string(rows.count) + " rows of " +
                        (are_alike ? "any chain" : std::to_string(rows.columns) + " chains"));
}

using Batch = py::Within<std::int64_t, py::AboveZero>;

class MinibatchOfPython {
 public:
  MinibatchOfPython(std::optional<std::int64_t> batch, const Problem& problem, Index chains)
      : minibatch_(batch) {
    minibatch_.start(problem, chains);
  }
  GivenRows draw(const RandomHandle& random, std::int64_t iteration, const ProblemHandle& problem,
                 Index client) {
    const Rows drawn = minibatch_.draw(*random, iteration, *problem, client_of(*problem, client));
    if (drawn.index == nullptr) return {drawn, {}};
    return kept_rows({drawn.index, drawn.index + drawn.count * drawn.columns}, drawn.count,
                     drawn.columns);
  }

 private:
  Minibatch minibatch_;
};

// An array that lives as long as the table it is of.
py::object lasting(ConstBlock block) { return py::array_at(memory_of(block)); }
template <class T>
py::object lasting(std::span<const T> values) {
  return values.empty() ? py::none() : py::array_at(memory_of(values));
}

}  // namespace

const char* kept_text(const std::string& text) {
  static auto* const texts = new std::set<std::string>;
  return texts->insert(text).first->c_str();
}

py::object lend_table(const Table& table) {
  const py::object arrays = py::owned(PyDict_New());
  for (const NamedArray& array : table.arrays) py::set(arrays, array.name, lasting(array.values));
  return py::named({{"features", lasting(table.features)},
                    {"target", lasting(table.target)},
                    {"classes", py::to(table.classes)},
                    {"group", lasting(table.group)},
                    {"groups", py::to(table.groups)},
                    {"train", py::to(table.train)},
                    {"rows", py::to(table.rows())},
                    {"arrays", arrays}});
}

void bind_problem(const py::object& m) {
  py::class_<GivenRows>("Rows")
      .property<[](const GivenRows& given) { return given.rows.count; }>("count")
      .def<&number_of_row>("row", "chain, r")
      .add_to(m);
  py::def<&chosen_rows>(m, "rows", "numbers");
  py::class_<MinibatchOfPython>("Minibatch")
      .init<[](std::optional<Batch> batch, const ProblemHandle& problem, py::Count chains) {
        return MinibatchOfPython(batch, *problem, chains);
      }>("batch, problem, chains")
      .def<&MinibatchOfPython::draw>("draw", "random, iteration, problem, client")
      .add_to(m);
  const py::object problem =
      py::class_<ProblemHandle>("Problem")
          .property<[](const ProblemHandle& p) { return p->dimension(); }>("dimension")
          .property<[](const ProblemHandle& p) { return p->clients(); }>("clients")
          .def<[](const ProblemHandle& p, Index client) {
            return p->examples(client_of(*p, client));
          }>("examples", "client")
          .def<[](const ProblemHandle& p, Index client) {
            return p->weight(client_of(*p, client));
          }>("weight", "client")
          .def_either<&minibatch_gradient, &gradient>(
              "gradient", "client, rows, theta, *, out=None", "client, theta, *, out=None")
          .def<&risk_gradient>("risk_gradient", "client, rows, theta, *, out=None")
          .def<&clipped_risk_gradient>("clipped_risk_gradient",
                                       "client, rows, clip, batch_size, theta, *, out=None")
          .def<&potential>("potential", "client, theta")
          .def<[](const ProblemHandle& p, Index client) {
            return GivenRows{Rows::range(0, p->examples(client_of(*p, client))), {}};
          }>("rows", "client")
          .def<[](const ProblemHandle& p, Index client) {
            return p->prior_share(client_of(*p, client));
          }>("prior_share", "client")
          .def<&quadratic>("quadratic", "client")
          .def<&curvature_bounds>("curvature_bounds", "client")
          .add_to(m);
  py::add_to_module(problem, "everyone", py::to(Problem::everyone));
}

}  // namespace skald::python
