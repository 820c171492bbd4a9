// A value, or the reason why there is none, for outcomes that a caller must expect. What nobody
// expects is thrown.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace skald::text {

// For functions that return a Result: `return no_value("the file is empty");`
template <class Reason>
struct NoValue {
  Reason reason;
};
template <class Reason>
NoValue<Reason> no_value(Reason reason) {
  return {std::move(reason)};
}
inline NoValue<std::string> no_value(const char* reason) { return {reason}; }

// By default, the reason is a text without a full stop.
template <class T, class Reason = std::string>
class Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(NoValue<Reason> none) : content_(std::in_place_index<1>, std::move(none.reason)) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Throw std::bad_variant_access if there is no value.
  const T& operator*() const& { return std::get<0>(content_); }
  T& operator*() & { return std::get<0>(content_); }
  T&& operator*() && { return std::get<0>(std::move(content_)); }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }

  // Throws std::bad_variant_access if there is a value.
  const Reason& reason() const& { return std::get<1>(content_); }
  Reason&& reason() && { return std::get<1>(std::move(content_)); }

  bool operator==(const Result&) const = default;

 private:
  std::variant<T, Reason> content_;
};

}  // namespace skald::text
