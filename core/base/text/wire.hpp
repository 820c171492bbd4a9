// Values as bytes, for the pipes between the runner and its workers (one executable, one machine).
// A struct whose members are public is sent member by member, in the order in which they are
// declared. One that inherits, or has members that Boost.PFR cannot count, such as
// std::optional<Eigen::Matrix>, lists them (wire.hpp).
#pragma once

#include <Eigen/Core>
#include <boost/pfr/core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "text/result.hpp"

namespace skald::text {

// The members of a record, listed once for everything that goes through all of them: messages,
// checkpoints, and the columns of the results database.

// A member that is stored, with the name of its column.
template <class T>
struct Named {
  std::string_view name;
  T& value;
};
template <class T>
Named(std::string_view, T&) -> Named<T>;

// A record lists its members by a function fields(record), which returns a tuple of references to
// them (std::tie) and of Named ones; the record may be const.
template <class T>
concept HasFields = requires(T& record) {
  std::remove_const_t<T>::fields(record);
};

template <class T>
inline constexpr bool kIsNamed = false;
template <class T>
inline constexpr bool kIsNamed<Named<T>> = true;

// Calls use(member) for each member that the record lists, in order; Named ones as they are.
template <HasFields Record, class Use>
void for_each_listed(Record& record, const Use& use) {
  std::apply([&use](auto&&... member) { (use(member), ...); },
             std::remove_const_t<Record>::fields(record));
}

// Calls use(member) for each member that the record lists, in order.
template <HasFields Record, class Use>
void for_each_field(Record& record, const Use& use) {
  for_each_listed(record, [&use]<class Member>(Member& member) {
    if constexpr (kIsNamed<std::remove_const_t<Member>>) {
      use(member.value);
    } else {
      use(member);
    }
  });
}

// Calls use(name, member) for each column of the record, in order: its Named members, and those of
// members that are records. Other members are no columns.
template <HasFields Record, class Use>
void for_each_column(Record& record, const Use& use) {
  for_each_listed(record, [&use]<class Member>(Member& member) {
    if constexpr (kIsNamed<std::remove_const_t<Member>>) {
      use(member.name, member.value);
    } else if constexpr (HasFields<Member>) {
      for_each_column(member, use);
    }
  });
}

// Calls use(member) for each member of a struct, which may be const.
template <class T, class Use>
void for_each_member(T& value, const Use& use) {
  if constexpr (HasFields<T>) {
    for_each_field(value, use);
  } else {
    boost::pfr::for_each_field(value, use);
  }
}

class WireWriter {
 public:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void put(T value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const std::filesystem::path& file) { put(file.native()); }
  template <class T, int rows, int cols>
  void put(const Eigen::Matrix<T, rows, cols>& m) {
    put(static_cast<std::int64_t>(m.rows()));
    put(static_cast<std::int64_t>(m.cols()));
    bytes_.append(reinterpret_cast<const char*>(m.data()),
                  static_cast<std::size_t>(m.size()) * sizeof(T));
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T, class Reason>
  void put(const Result<T, Reason>& value) {
    put(value.has_value());
    value ? put(*value) : put(value.reason());
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
  template <class... Ts>
  void put(const std::variant<Ts...>& value) {
    put(static_cast<std::uint8_t>(value.index()));
    std::visit([this](const auto& held) { this->put(held); }, value);
  }
  template <class T>
  requires(HasFields<T> || std::is_aggregate_v<T>) void put(const T& value) {
    for_each_member(value, [this](const auto& member) { this->put(member); });
  }

  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads back what a WireWriter wrote, in the same order. Throws std::runtime_error if the bytes end
// too early or cannot be what they should. An enumeration for which last_of(E) tells its last value
// has no other value than those from 0 to that one.
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
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void read(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    if constexpr (requires { last_of(value); }) {
      if (value < T{} || value > last_of(value)) no_such_kind();
    }
  }
  // A bool must be 0 or 1: holding any other byte in one would be undefined behaviour.
  void read(bool& value) {
    const auto byte = get<std::uint8_t>();
    if (byte > 1) throw std::runtime_error("a message from a worker has an invalid flag");
    value = byte != 0;
  }
  void read(std::string& text) { text = take(get<std::uint64_t>()); }
  void read(std::filesystem::path& file) { file = get<std::string>(); }
  template <class T, int fixed_rows, int fixed_cols>
  void read(Eigen::Matrix<T, fixed_rows, fixed_cols>& m) {
    const auto rows = get<std::int64_t>(), cols = get<std::int64_t>();
    const auto most = static_cast<std::int64_t>(bytes_.size() / sizeof(T));
    const bool fits = (fixed_rows == Eigen::Dynamic || rows == fixed_rows) &&
                      (fixed_cols == Eigen::Dynamic || cols == fixed_cols);
    if (!fits || rows < 0 || cols < 0 || (cols > 0 && rows > most / cols)) cut_short();
    const std::string_view values = take(static_cast<std::uint64_t>(rows * cols) * sizeof(T));
    m.resize(rows, cols);
    if (m.size() > 0) std::memcpy(m.data(), values.data(), values.size());
  }
  template <class T>
  void read(std::optional<T>& value) {
    value.reset();
    if (get<bool>()) read(value.emplace());
  }
  template <class T, class Reason>
  void read(Result<T, Reason>& value) {
    get<bool>() ? value = get<T>() : value = no_value(get<Reason>());
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
  template <class... Ts>
  void read(std::variant<Ts...>& value) {
    const auto wanted = get<std::uint8_t>();
    if (wanted >= sizeof...(Ts)) no_such_kind();
    std::size_t index = 0;
    ((index++ == wanted ? read(value.template emplace<Ts>()) : void()), ...);
  }
  template <class T>
  requires(HasFields<T> || std::is_aggregate_v<T>) void read(T& value) {
    for_each_member(value, [this](auto& member) { this->read(member); });
  }

 private:
  [[noreturn]] static void no_such_kind() {
    throw std::runtime_error("a message from a worker has a part of a kind that there is not");
  }
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

}  // namespace skald::text
