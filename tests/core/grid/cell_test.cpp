#include "grid/cell.hpp"

#include "test.hpp"

namespace shared_list_test {

using skald::grid::SharedList;
using List = SharedList<std::string>;

TEST_CASE("copies of a list are one list until one of them changes") {
  List a{"x", "y"};
  List b = a;
  CHECK(b.is_shared_with(a));
  CHECK(a == b);
  for (const std::string& item : std::as_const(b)) CHECK_FALSE(item.empty());
  CHECK(b.is_shared_with(a));
  b[1] = "z";
  CHECK_FALSE(b.is_shared_with(a));
  CHECK(std::as_const(a)[1] == "y");
  CHECK(std::as_const(b)[1] == "z");
  CHECK_FALSE(a == b);
}

TEST_CASE("whatever may change a list makes it its own") {
  const List original{"x", "y"};
  const auto changed = [&](const auto& change) {
    List copy = original;
    change(copy);
    CHECK_FALSE(copy.is_shared_with(original));
    CHECK(original == List{"x", "y"});
  };
  changed([](List& list) { *list.begin() = "a"; });
  changed([](List& list) { list.back() = "a"; });
  changed([](List& list) { list.push_back("a"); });
  changed([](List& list) { CHECK(list.emplace_back(2, 'a') == "aa"); });
  changed([](List& list) { list.own().clear(); });
}

TEST_CASE("a list that is nobody else's is not copied") {
  List list{"x"};
  const std::string* place = &list[0];
  CHECK(&list.own()[0] == place);
}

TEST_CASE("equal lists need not be one, and an empty one has no memory") {
  CHECK(List{"x"} == List{"x"});
  CHECK_FALSE(List{"x"}.is_shared_with(List{"x"}));
  CHECK(List() == List(std::vector<std::string>()));
  CHECK(List().is_shared_with(List(std::vector<std::string>())));
  CHECK(List().empty());
  CHECK(std::as_const(List().items()).empty());
  List grown;
  grown.push_back("x");
  CHECK(grown == List{"x"});
}

}  // namespace shared_list_test
