// Values as bytes, for the pipes between the runner and its workers (one executable, one machine).
#pragma once

#include <Eigen/Core>
#include <boost/pfr/core.hpp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "text/result.hpp"

namespace skald::text {

// Whether the bytes of a value are its message: it has no padding, and any bytes are a value.
template <class T>
inline constexpr bool kIsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// A struct is the sequence of its members.
class WireWriter {
 public:
  template <class T>
  requires kIsPlain<T>
  void put(T value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const Eigen::MatrixXd& m) {
    put(static_cast<std::int64_t>(m.rows()));
    put(static_cast<std::int64_t>(m.cols()));
    bytes_.append(reinterpret_cast<const char*>(m.data()),
                  static_cast<std::size_t>(m.size()) * sizeof(double));
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const T& value : values) put(value);
  }
  template <class T>
  void put(const Result<T>& value) {
    put(value.has_value());
    value ? put(*value) : put(value.reason());
  }
  // A struct by its members, in their order.
  template <class T>
  requires std::is_aggregate_v<T>
  void put(const T& value) {
    boost::pfr::for_each_field(value, [this](const auto& member) { this->put(member); });
  }

  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads back what a WireWriter wrote, in the same order. Throws std::runtime_error if the bytes end
// too early.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    T value{};
    read(value);
    return value;
  }
  template <class T>
  requires kIsPlain<T>
  void read(T& value) { std::memcpy(&value, take(sizeof value).data(), sizeof value); }
  // A bool must be 0 or 1: holding any other byte in one would be undefined behaviour.
  void read(bool& value) {
    const auto byte = get<std::uint8_t>();
    if (byte > 1) throw std::runtime_error("a message from a worker has an invalid flag");
    value = byte != 0;
  }
  void read(std::string& text) { text = take(get<std::uint64_t>()); }
  void read(Eigen::MatrixXd& m) {
    const auto rows = get<std::int64_t>(), cols = get<std::int64_t>();
    const auto most = static_cast<std::int64_t>(bytes_.size() / sizeof(double));
    if (rows < 0 || cols < 0 || (cols > 0 && rows > most / cols)) cut_short();
    const std::string_view values = take(static_cast<std::uint64_t>(rows * cols) * sizeof(double));
    m.resize(rows, cols);
    if (m.size() > 0) std::memcpy(m.data(), values.data(), values.size());
  }
  template <class T>
  void read(std::optional<T>& value) {
    value.reset();
    if (get<bool>()) read(value.emplace());
  }
  template <class A, class B>
  void read(std::pair<A, B>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <class T>
  void read(std::vector<T>& values) {
    values.clear();
    for (auto n = get<std::uint64_t>(); n > 0; --n) read(values.emplace_back());
  }
  template <class T>
  void read(Result<T>& value) {
    if (get<bool>()) {
      value = get<T>();
    } else {
      value = no_value(get<std::string>());
    }
  }
  template <class T>
  requires std::is_aggregate_v<T>
  void read(T& value) {
    boost::pfr::for_each_field(value, [this](auto& member) { this->read(member); });
  }

 private:
  [[noreturn]] static void cut_short() {
    throw std::runtime_error("a message from a worker is truncated");
  }
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) cut_short();
    const std::string_view part = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return part;
  }

  std::string_view bytes_;
};

// A value as bytes, and back. from_wire() throws as a WireReader.
template <class T>
std::string to_wire(const T& value) {
  WireWriter wire;
  wire.put(value);
  return wire.take();
}
template <class T>
T from_wire(std::string_view bytes) {
  return WireReader(bytes).get<T>();
}

}  // namespace skald::text
