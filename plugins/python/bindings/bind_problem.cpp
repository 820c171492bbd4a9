#include <algorithm>
#include <set>
#include <string>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "call.hpp"
#include "skald/minibatch.hpp"

namespace skald::python {
namespace {

using Numbers = py::array_t<std::int32_t, py::array::f_style | py::array::forcecast>;

// What the host takes on trust would read beyond its memory if Python were wrong about it.
Index client_of(const Problem& problem, Index client) {
  if (client >= Problem::everyone && client < problem.clients()) return client;
  throw py::value_error("there is no client " + std::to_string(client) + "; expected 0 to " +
                        std::to_string(problem.clients() - 1) + ", or problem.everyone");
}

void check_parameters(const Problem& problem, ConstBlock theta) {
  if (theta.rows == problem.dimension()) return;
  throw py::value_error("theta has " + std::to_string(theta.rows) + " rows, expected " +
                        std::to_string(problem.dimension()) + ", the dimension");
}

// The rows that Python has chosen, of which the client has all.
Rows rows_of(const Problem& problem, Index client, const GivenRows& given, Index chains) {
  const Rows& rows = given.rows;
  const Index columns = rows.index == nullptr ? 1 : rows.columns;
  if (columns != 1 && columns != chains) {
    throw py::value_error("the rows are for " + std::to_string(columns) +
                          " chains, and theta has " + std::to_string(chains));
  }
  const Index examples = problem.examples(client);
  for (Index j = 0; j < columns; ++j) {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      if (row >= 0 && row < examples) continue;
      throw py::value_error("rows has row " + std::to_string(row) + " of client " +
                            std::to_string(client) + ", which has " + std::to_string(examples) +
                            " rows");
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

  Index client;
  Given at;
  Out to;
  const Problem& problem;
};

py::object gradient(const ProblemHandle& problem, Index client, const py::object& theta,
                    const py::object& out) {
  if (py::isinstance<GivenRows>(out))
    throw py::type_error("rows stand before theta: gradient(client, rows, theta)");
  const Question asked(*problem, client, theta, out);
  problem->gradient(client, asked.at, asked.to.block);
  return asked.to.array;
}

py::object minibatch_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                              const py::object& theta, const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->gradient(client, asked.rows(rows), asked.at, asked.to.block);
  return asked.to.array;
}

py::object risk_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                         const py::object& theta, const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->risk_gradient(client, asked.rows(rows), asked.at, asked.to.block);
  return asked.to.array;
}

py::object clipped_risk_gradient(const ProblemHandle& problem, Index client, const GivenRows& rows,
                                 double clip, double batch_size, const py::object& theta,
                                 const py::object& out) {
  const Question asked(*problem, client, theta, out);
  problem->clipped_risk_gradient(client, asked.rows(rows), clip, batch_size, asked.at,
                                 asked.to.block);
  return asked.to.array;
}

py::array potential(const ProblemHandle& problem, Index client, const py::object& theta) {
  const Given at(theta, "theta");
  check_parameters(*problem, at);
  py::array_t<double> out(at.block().cols);
  problem->potential(client_of(*problem, client), at,
                     {out.mutable_data(), static_cast<std::size_t>(at.block().cols)});
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

// The rows with these numbers within the client: (count,) for all chains alike, or (count, chains).
GivenRows chosen_rows(const py::object& numbers) {
  const Eigen::MatrixXd matrix = matrix_of(numbers, "numbers of rows");
  const std::vector<std::int32_t> values = integers_of(numbers, "a row number");
  const Numbers kept(std::vector<py::ssize_t>{matrix.rows(), matrix.cols()}, values.data());
  return {{0, matrix.rows(), kept.data(), matrix.cols()}, kept};
}

// The number of row r of a chain. Throws py::value_error where there is none.
Index number_of_row(const GivenRows& given, Index chain, Index r) {
  const Rows& rows = given.rows;
  const bool is_there = r >= 0 && r < rows.count && chain >= 0 &&
                        (rows.index == nullptr || rows.columns == 1 || chain < rows.columns);
  if (!is_there) throw py::value_error("there is no such row or chain in this batch");
  return rows.row(chain, r);
}

class MinibatchOfPython {
 public:
  MinibatchOfPython(std::optional<std::int64_t> batch, const ProblemHandle& problem, Index chains)
      : minibatch_(batch) {
    minibatch_.start(*problem, chains);
  }
  GivenRows draw(const RandomHandle& random, std::int64_t iteration, const ProblemHandle& problem,
                 Index client) {
    const Rows drawn = minibatch_.draw(*random, iteration, *problem, client_of(*problem, client));
    if (drawn.index == nullptr) return {drawn, {}};
    Numbers kept({drawn.count, drawn.columns});
    std::copy_n(drawn.index, drawn.count * drawn.columns, kept.mutable_data());
    return {{0, drawn.count, kept.data(), drawn.columns}, kept};
  }

 private:
  Minibatch minibatch_;
};

// An array that lives as long as the table it is of.
py::array lasting(ConstBlock block) {
  static const auto* const owner = new py::capsule("skald.table", "skald.table");
  py::array array(py::dtype::of<double>(), std::vector<py::ssize_t>{block.rows, block.cols},
                  std::vector<py::ssize_t>{kDouble, kDouble * block.stride}, block.data, *owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

template <class T>
py::object lasting(std::span<const T> values) {
  static const auto* const owner = new py::capsule("skald.table", "skald.table");
  if (values.empty()) return py::none();
  py::array array(py::dtype::of<T>(), std::vector<py::ssize_t>{std::ssize(values)},
                  std::vector<py::ssize_t>{sizeof(T)}, values.data(), *owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

}  // namespace

const char* kept_text(const std::string& text) {
  static auto* const texts = new std::set<std::string>;
  return texts->insert(text).first->c_str();
}

py::object lend_table(const Table& table) {
  py::dict arrays;
  for (const NamedArray& array : table.arrays) arrays[array.name] = lasting(array.values);
  const py::object lent = py::module_::import("types").attr("SimpleNamespace")();
  lent.attr("features") = lasting(table.features);
  lent.attr("target") = lasting(table.target);
  lent.attr("classes") = table.classes;
  lent.attr("group") = lasting(table.group);
  lent.attr("groups") = table.groups;
  lent.attr("train") = table.train;
  lent.attr("rows") = table.rows();
  lent.attr("arrays") = arrays;
  return lent;
}

void bind_problem(py::module_& m) {
  py::class_<GivenRows>(m, "Rows")
      .def_property_readonly("count", [](const GivenRows& given) { return given.rows.count; })
      .def("row", &number_of_row, py::arg("chain"), py::arg("r"));
  m.def("rows", &chosen_rows, py::arg("numbers"));
  py::class_<MinibatchOfPython>(m, "Minibatch")
      .def(py::init<std::optional<std::int64_t>, const ProblemHandle&, Index>(), py::arg("batch"),
           py::arg("problem"), py::arg("chains"))
      .def("draw", &MinibatchOfPython::draw, py::arg("random"), py::arg("iteration"),
           py::arg("problem"), py::arg("client"));
  py::class_<ProblemHandle>(m, "Problem")
      .def_property_readonly("dimension", [](const ProblemHandle& p) { return p->dimension(); })
      .def_property_readonly("clients", [](const ProblemHandle& p) { return p->clients(); })
      .def(
          "examples",
          [](const ProblemHandle& p, Index client) { return p->examples(client_of(*p, client)); },
          py::arg("client"))
      .def(
          "weight",
          [](const ProblemHandle& p, Index client) { return p->weight(client_of(*p, client)); },
          py::arg("client"))
      .def("gradient", &minibatch_gradient, py::arg("client"), py::arg("rows"), py::arg("theta"),
           py::arg("out") = py::none())
      .def("gradient", &gradient, py::arg("client"), py::arg("theta"), py::arg("out") = py::none())
      .def("risk_gradient", &risk_gradient, py::arg("client"), py::arg("rows"), py::arg("theta"),
           py::arg("out") = py::none())
      .def("clipped_risk_gradient", &clipped_risk_gradient, py::arg("client"), py::arg("rows"),
           py::arg("clip"), py::arg("batch_size"), py::arg("theta"), py::arg("out") = py::none())
      .def("potential", &potential, py::arg("client"), py::arg("theta"))
      .def(
          "rows",
          [](const ProblemHandle& p, Index client) {
            return GivenRows{Rows::range(0, p->examples(client_of(*p, client))), {}};
          },
          py::arg("client"))
      .def(
          "prior_share",
          [](const ProblemHandle& p, Index client) {
            return p->prior_share(client_of(*p, client));
          },
          py::arg("client"))
      .def("quadratic", &quadratic, py::arg("client"))
      .def("curvature_bounds", &curvature_bounds, py::arg("client"))
      .def_property_readonly_static("everyone",
                                    [](const py::object&) { return Problem::everyone; });
}

}  // namespace skald::python
