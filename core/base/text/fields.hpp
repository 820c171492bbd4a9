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

}  // namespace skald::text
