#include "arrays.hpp"
//
#include <algorithm>
#include <numeric>

#include "bindings/bindings.hpp"

namespace skald::python {
namespace {

py::object normal(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                  const py::object& out) {
  const Out to = out_of(out);
  random->normal(stream_of(stream), iteration, to.block);
  return to.array;
}

void add_normal(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                double scale, const py::object& inout) {
  random->add_normal(stream_of(stream), iteration, scale, written(inout, "inout"));
}

py::object uniform(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                   const py::object& out) {
  const Out to = out_of(out);
  random->uniform(stream_of(stream), iteration, to.block);
  return to.array;
}

py::object bits(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                py::Count chain, py::Count count) {
  const auto [words, data] = py::new_vector<std::uint64_t>(count);
  random->bits(stream_of(stream), iteration, chain, {data, static_cast<std::size_t>(count)});
  return words;
}

py::object sample(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                  py::Count chain, py::Count n, py::Count count) {
  if (count > n) {
    throw py::value_error("count: found " + std::to_string(count) + "; expected at most n, " +
                          std::to_string(n) + ", of a sample without replacement");
  }
  return array_of(sampled(*random, stream_of(stream), iteration, chain, n, count));
}

}  // namespace

std::vector<std::int64_t> sampled(const Random& random, const Stream& stream,
                                  std::int64_t iteration, Index chain, Index n, Index count) {
  std::vector<std::int64_t> pool(static_cast<std::size_t>(n));
  std::iota(pool.begin(), pool.end(), 0);
  sample_without_replacement(random, stream, iteration, chain, pool,
                             static_cast<std::size_t>(count));
  pool.resize(static_cast<std::size_t>(count));
  return pool;
}

py::object array_of(const std::vector<std::int64_t>& numbers) {
  const auto [array, data] = py::new_vector<std::int64_t>(std::ssize(numbers));
  std::ranges::copy(numbers, data);
  return array;
}

Stream stream_of(const py::object& object) {
  const Py_ssize_t size = PyTuple_Check(object.ptr()) != 0 ? PyTuple_Size(object.ptr()) : 0;
  // What is no int is none that any of them can be.
  const auto part = [&](Py_ssize_t i, Index otherwise) {
    if (i >= size) return otherwise;
    return py::From<Index>::from(PyTuple_GetItem(object.ptr(), i)).value_or(-2);
  };
  const Index role = part(0, -2);
  const Stream stream{static_cast<Role>(role), part(1, -1), part(2, 0)};
  const bool is_stream =
      size <= 3 && role >= 0 && role <= 255 && stream.client >= -1 && stream.chain >= 0;
  if (is_stream) return stream;
  throw py::type_error("stream: found " + py::repr(object) +
                       "; expected a tuple (role, client, chain) of a role of skald.Role, or of a "
                       "number from Role.plugin_first to 255, and of a client and a chain that may "
                       "be left out, such as (Role.noise, c)");
}

py::object tuple_of(const Stream& stream) {
  return py::make_tuple(static_cast<int>(stream.role), stream.client, stream.chain);
}

void bind_random(const py::object& m) {
  py::class_<RandomHandle>("Random")
      .def<&normal>("normal", "stream, iteration, out")
      .def<&add_normal>("add_normal", "stream, iteration, scale, inout")
      .def<&uniform>("uniform", "stream, iteration, out")
      .def<&bits>("bits", "stream, iteration, chain, count")
      .def<&sample>("sample", "stream, iteration, chain, n, count")
      .add_to(m);
}

}  // namespace skald::python
