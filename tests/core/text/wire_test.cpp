#include "text/wire.hpp"

#include "test.hpp"

namespace wire_test {

using namespace skald::text;

enum class Colour : std::uint8_t { red, green };
constexpr Colour last_of(Colour) { return Colour::green; }

struct Part {
  std::optional<double> share;
  Result<double> size = 0.0;
  bool operator==(const Part&) const = default;
};

struct Matrices {
  std::optional<Eigen::MatrixXd> first, second;
  template <class M>
  static auto fields(M& m) {
    return std::tie(m.first, m.second);
  }
};

struct Whole {
  static constexpr int kConstant = 3;  // is not sent
  Colour colour = Colour::red;
  std::string name;
  std::filesystem::path file;
  std::vector<Part> parts;
  std::vector<std::pair<std::string, double>> pairs;
  std::variant<int, Part> choice;
  Matrices matrices;
  Eigen::VectorXd vector;
};

Whole example() {
  Whole whole;
  whole.colour = Colour::green;
  whole.name = "n";
  whole.file = "a/b";
  whole.parts = {{0.5, 2.0}, {std::nullopt, no_value("why")}};
  whole.pairs = {{"x", 1}};
  whole.choice = Part{1.0, 3.0};
  whole.matrices.second = Eigen::MatrixXd::Constant(2, 3, 0.25);
  whole.vector = Eigen::Vector3d(1, 2, 3);
  return whole;
}

template <class T>
std::string bytes_of(const T& value) {
  WireWriter wire;
  wire.put(value);
  return wire.take();
}

TEST_CASE("a struct comes back member by member, whatever was there before") {
  const std::string bytes = bytes_of(example());
  Whole back = example();
  back.parts.resize(7);
  back.matrices.first.emplace();
  WireReader(bytes).read(back);
  CHECK(back.colour == Colour::green);
  CHECK(back.name == "n");
  CHECK(back.file == "a/b");
  CHECK(back.parts == example().parts);
  CHECK(back.pairs == example().pairs);
  CHECK(std::get<Part>(back.choice) == Part{1.0, 3.0});
  CHECK_FALSE(back.matrices.first);
  CHECK(*back.matrices.second == *example().matrices.second);
  CHECK(back.vector == example().vector);
  CHECK(bytes_of(back) == bytes);
}

TEST_CASE("bytes that end too early are refused") {
  const std::string bytes = bytes_of(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK_THROWS_AS(WireReader(std::string_view(bytes).substr(0, size)).get<Whole>(),
                    std::runtime_error);
  }
}

TEST_CASE("flags, values and alternatives that there are not are refused") {
  for (const char flag : {char{2}, char{-1}}) {
    CHECK_THROWS_AS(WireReader(bytes_of(flag)).get<bool>(), std::runtime_error);
    CHECK_THROWS_AS(WireReader(bytes_of(flag)).get<Colour>(), std::runtime_error);
    CHECK_THROWS_AS((WireReader(bytes_of(flag)).get<std::variant<int, Part>>()),
                    std::runtime_error);
  }
}

TEST_CASE("matrices of impossible or other shapes are refused") {
  for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{-1, 1},
                                      {1, -1},
                                      {std::int64_t{1} << 61, 8},
                                      {1000, 1000}}) {
    WireWriter wire;
    wire.put(rows);
    wire.put(columns);
    wire.put(0.5);
    const std::string matrix = wire.take();
    CHECK_THROWS_AS(WireReader(matrix).get<Eigen::MatrixXd>(), std::runtime_error);
  }
  const std::string square = bytes_of(Eigen::MatrixXd(Eigen::MatrixXd::Ones(2, 2)));
  CHECK_THROWS_AS(WireReader(square).get<Eigen::VectorXd>(), std::runtime_error);
}

}  // namespace wire_test
