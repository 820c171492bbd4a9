// A list that its copies share until one of them changes.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace skald::grid {

// As a std::vector, which it converts to. The cells of a grid, of which there may be a million,
// share those of their sections that are the same. Functions that may change the list first make it
// a list of its own; references and iterators that were taken before are not affected.
template <class T>
class SharedList {
 public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  using iterator = typename std::vector<T>::iterator;

  SharedList() = default;
  SharedList(std::vector<T> items)  // NOLINT(google-explicit-constructor): a list is a list
      : items_(items.empty() ? nullptr : std::make_shared<std::vector<T>>(std::move(items))) {}
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

  operator const std::vector<T>&() const { return items(); }  // NOLINT(google-explicit-constructor)
  const std::vector<T>& items() const {
    static const std::vector<T> none;
    return items_ ? *items_ : none;
  }
  // Whether both are one list in memory.
  bool is_shared_with(const SharedList& other) const { return items_ == other.items_; }

  const_iterator begin() const { return items().begin(); }
  const_iterator end() const { return items().end(); }
  std::size_t size() const { return items().size(); }
  bool empty() const { return items().empty(); }
  const T& operator[](std::size_t i) const { return items()[i]; }
  const T& back() const { return items().back(); }

  // The items of this list alone, to be changed.
  std::vector<T>& own() {
    if (!items_) {
      items_ = std::make_shared<std::vector<T>>();
    } else if (items_.use_count() > 1) {
      items_ = std::make_shared<std::vector<T>>(*items_);
    }
    return *items_;
  }
  iterator begin() { return own().begin(); }
  iterator end() { return own().end(); }
  T& operator[](std::size_t i) { return own()[i]; }
  T& back() { return own().back(); }
  void push_back(T item) { own().push_back(std::move(item)); }
  template <class... Parts>
  T& emplace_back(Parts&&... parts) {
    return own().emplace_back(std::forward<Parts>(parts)...);
  }

  bool operator==(const SharedList& other) const {
    return is_shared_with(other) || items() == other.items();
  }

 private:
  std::shared_ptr<std::vector<T>> items_;  // null: empty
};

}  // namespace skald::grid
