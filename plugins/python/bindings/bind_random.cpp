#include "arrays.hpp"
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
                Index chain, Index count) {
  if (count < 0) throw py::value_error("count is negative");
  const auto [words, data] = py::new_vector<std::uint64_t>(count);
  random->bits(stream_of(stream), iteration, chain, {data, static_cast<std::size_t>(count)});
  return words;
}

// A sample of `count` numbers of 0..n-1, in random order.
py::object sample(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                  Index chain, Index n, Index count) {
  if (count < 0) throw py::value_error("count is negative");
  if (count > n) throw py::value_error("a sample without replacement is larger than what there is");
  std::vector<std::int64_t> pool(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = static_cast<std::int64_t>(i);
  sample_without_replacement(*random, stream_of(stream), iteration, chain, pool,
                             static_cast<std::size_t>(count));
  const auto [numbers, data] = py::new_vector<std::int64_t>(count);
  std::copy_n(pool.begin(), count, data);
  return numbers;
}

}  // namespace

Stream stream_of(const py::object& object) {
  if (PyTuple_Check(object.ptr()) == 0) {
    throw py::type_error("a stream is a tuple (role, client, chain), such as (Role.noise, c)");
  }
  const auto size = PyTuple_Size(object.ptr());
  const auto part = [&](Py_ssize_t i) {
    return py::borrowed(PyTuple_GetItem(object.ptr(), i)).cast<long>();
  };
  if (size < 1 || size > 3) throw py::value_error("a stream has a role, a client and a chain");
  const long role = part(0);
  if (role < 0 || role > 255) throw py::value_error("a role is a number from 0 to 255");
  Stream stream{static_cast<Role>(role)};
  if (size > 1) stream.client = part(1);
  if (size > 2) stream.chain = part(2);
  return stream;
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
