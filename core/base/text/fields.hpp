// The members of a record, listed once for everything that goes through all of them: messages,
// checkpoints, and the columns of the results database.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

namespace skald::text {

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

// Calls use(member) for each member that the record lists, in order.
template <HasFields Record, class Use>
void for_each_field(Record& record, const Use& use) {
  const auto visit = [&use]<class Field>(Field& field) {
    if constexpr (requires { Named(field); }) {
      use(field.value);
    } else {
      use(field);
    }
  };
  std::apply([&visit](auto&&... field) { (visit(field), ...); },
             std::remove_const_t<Record>::fields(record));
}

// Calls use(name, member) for each column of the record, in order: its Named members, and those of
// members that are records. Other members are no columns.
template <HasFields Record, class Use>
void for_each_column(Record& record, const Use& use) {
  const auto visit = [&use]<class Field>(Field& field) {
    if constexpr (requires { field.name; }) {
      use(field.name, field.value);
    } else if constexpr (HasFields<Field>) {
      for_each_column(field, use);
    }
  };
  std::apply([&visit](auto&&... field) { (visit(field), ...); },
             std::remove_const_t<Record>::fields(record));
}

}  // namespace skald::text
