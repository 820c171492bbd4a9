// How the golden charts look, drawn: a fingerprint of each picture, in
// tests/golden/charts/looks.txt with the reason for its last change. Who changes how charts look
// has the file written anew (SKALD_WRITE_GOLDEN=1, with this test alone), looks at the pictures,
// and says why.
#include "charts/gnuplot.hpp"
#include "test.hpp"

namespace {

const fs::path kCharts = SKALD_SOURCE_DIR "/tests/golden/charts";
constexpr int kCells = 16;       // of a picture, across and down
constexpr std::size_t kFew = 6;  // of their 240 borders, that another gnuplot may draw otherwise

// A difference hash: whether a cell is darker than its right neighbour, for all cells, as text.
// Text and thin lines move few of them; an axis, a panel or a series that is missing moves many.
std::string fingerprint(const std::string& ppm) {
  std::istringstream in(ppm);
  std::string format;
  int width = 0, height = 0, most = 0;
  in >> format >> width >> height >> most;
  in.get();
  REQUIRE(format == "P6");
  std::array<std::array<double, kCells>, kCells> ink{};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto row = static_cast<std::size_t>(y * kCells / height);
      const auto column = static_cast<std::size_t>(x * kCells / width);
      for (int colour = 0; colour < 3; ++colour) ink[row][column] += most - in.get();
    }
  }
  REQUIRE(in.good());
  std::string bits;
  for (const auto& row : ink) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) bits += row[i] > row[i + 1] ? '1' : '0';
    bits += ' ';
  }
  bits.pop_back();
  return bits;
}

// By the bitmap fonts of a terminal that every gnuplot has.
std::string drawn(const fs::path& script) {
  std::string text = content(script);
  const std::size_t line = text.find("set terminal");
  REQUIRE(line != std::string::npos);
  text.replace(line, text.find('\n', line) - line, "set terminal pbm color size 640,480");
  return draw_by_gnuplot(text);
}

struct Look {
  std::string fingerprint, reason;
};

// A line each: the chart, its fingerprint, and why it is that one, between bars.
std::map<std::string, Look> golden_looks() {
  std::map<std::string, Look> looks;
  std::ifstream in(kCharts / "looks.txt");
  std::string name, bits, reason;
  while (std::getline(in, name, '|') && std::getline(in, bits, '|') && std::getline(in, reason))
    looks[name] = {bits, reason};
  return looks;
}

std::size_t differing(const std::string& a, const std::string& b) {
  std::size_t count = a.size() == b.size() ? 0 : a.size();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i];
  return count;
}

}  // namespace

TEST_CASE("golden charts look as they did") {
  std::map<std::string, Look> golden = golden_looks();
  std::map<std::string, Look> found;
  for (const auto& entry : fs::directory_iterator(kCharts)) {
    if (entry.path().extension() != ".gp") continue;
    const std::string name = entry.path().stem().string();
    found[name] = {fingerprint(drawn(entry.path())), golden[name].reason};
    CAPTURE(name);
    CHECK(differing(found[name].fingerprint, golden[name].fingerprint) <= kFew);
    CHECK_FALSE(golden[name].reason.empty());
  }
  REQUIRE(found.size() > 5);
  CHECK(found.size() == golden.size());
  // No two kinds look alike, so that a fingerprint tells something.
  for (auto one = found.begin(); one != found.end(); ++one) {
    for (auto other = std::next(one); other != found.end(); ++other) {
      CAPTURE(one->first, other->first);
      CHECK(differing(one->second.fingerprint, other->second.fingerprint) > kFew);
    }
  }
  if (std::getenv("SKALD_WRITE_GOLDEN") == nullptr) return;
  std::ofstream out(kCharts / "looks.txt");
  for (const auto& [name, look] : found)
    out << name << '|' << look.fingerprint << '|' << look.reason << '\n';
}
