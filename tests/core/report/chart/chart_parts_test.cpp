// Ticks, looks, fronts, conditions, text for gnuplot.
#include "report/chart/gnuplot_text.hpp"
#include "report/chart/look.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/chart/setting_filter.hpp"
#include "report/chart/ticks.hpp"
#include "sample_study.hpp"
#include "test.hpp"

using namespace skald::report;
using namespace skald::report::test;

namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) {
    if (!tick.is_minor) texts.push_back(tick.label);
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("ticks stand at round numbers, few of them, with short labels") {
  CHECK(labels(linear_ticks({0, 1})) == Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"});
  CHECK(labels(linear_ticks({-0.3, 0.31})) == Texts{"-0.2", "0", "0.2"});
  CHECK(labels(linear_ticks({0, 5.1e6})) == Texts{"0", "2M", "4M"});
  CHECK(labels(linear_ticks({0, 2e4})) == Texts{"0", "5k", "10k", "15k", "20k"});
  CHECK(labels(linear_ticks({0, 4e-5})) == Texts{"0", "1×10⁻⁵", "2×10⁻⁵", "3×10⁻⁵", "4×10⁻⁵"});
  CHECK(labels(log_ticks({0.9, 1100})) == Texts{"1", "10", "100", "1000"});
  CHECK(labels(log_ticks({2e4, 3e6})) == Texts{"10⁵", "10⁶"});
  CHECK(labels(log_ticks({1.1, 2.9})) == Texts{"1.5", "2", "2.5"});
  CHECK(labels(log_ticks({0.5, 20})) == Texts{"0.5", "1", "2", "5", "10", "20"});
  for (const double high : {1.0, 3.7, 99.0, 1e-9, 2.5e11}) {
    CHECK(linear_ticks({0, high}, 6).size() <= 6);
    CHECK(linear_ticks({0, high}, 6).size() >= 3);
  }
  CHECK(labels(log_ticks({1e-12, 1e12})).size() <= 6);
}

TEST_CASE("no two looks are the same, and the first seven differ in colour and in marker") {
  std::set<std::string> all, colours;
  std::set<int> markers;
  for (std::size_t n = 0; n < kLooks; ++n) {
    const Look its = look(n);
    all.insert(std::string(its.dashes) + "|" + std::to_string(its.marker));
    if (n >= 7) continue;
    colours.insert(std::string(its.colour));
    markers.insert(its.marker);
  }
  CHECK(all.size() == kLooks);  // without colour too
  CHECK(colours.size() == 7);
  CHECK(markers.size() == 7);
}

TEST_CASE("conditions choose settings") {
  const auto count = [](const std::string& conditions) {
    return filter_runs(sample_study(), parse_conditions(conditions)).runs.size();
  };
  CHECK(filter_runs(sample_study(), {}).runs.size() == 18);
  // By the means of settings: of vr_fald 0.758, 0.75 and 0.72, of fald 0.05 less; bits 1e6 / K.
  CHECK(count("accuracy > 0.755") == 3);
  CHECK(count("accuracy > 0.715, bits_up <= 200000") == 6);
  CHECK(count("K = 5") == 6);
  CHECK(count("K=5.0 and sampler = fald") == 3);
  CHECK(count("K >= 5, sampler != \"fald\"") == 6);
  CHECK(count("K < 5 and replicate = 0") == 2);
  CHECK(count("eps = null") == 18);
  CHECK(count("eps > 0") == 0);
  CHECK_THROWS_WITH(count("k = 5"), Catch::Contains("did you mean \"K\"?"));
}

TEST_CASE("text for gnuplot stays within its quotes") {
  CHECK(gnuplot_string("it's `date` \"$HOME\"\n{/Bold x}\\", Markup::plain) ==
        "('it' . \"'\" . 's `date` \"$HOME\"\\x0a{/Bold x}\\')");
  CHECK(gnuplot_ticks({{2, "50 %s", false}, {3, "", true}}, Markup::plain) ==
        "('50 %%s' 2, '' 3 1)");
  CHECK(gnuplot_string("p_c \\input{x} 10⁻⁵", Markup::tex) ==
        "'p\\_c \\textbackslash{}input\\{x\\} 10$^{-}$$^{5}$'");
  CHECK(gnuplot_string("a\xff", Markup::plain) == "'a\\xff'");
}

TEST_CASE("methods have the names that papers use, and other choices their words") {
  CHECK(paper_name("vr_fald") == "VR-FALD*");
  CHECK(paper_name("adagrad") == "Adagrad");
  CHECK(paper_name("yogi") == "Yogi");
  CHECK(paper_name("without_replacement") == "without replacement");
  CHECK(paper_name("k_of_t") == "k of t");
  for (const std::string name : {"", "softmax", "VR-FALD*", "kidiq-kid_score", "a_file.csv"}) {
    CHECK(paper_name(name) == name);
  }
}

TEST_CASE("options and units are written as papers write them") {
  CHECK(paper_symbol("rho") == "ρ");
  CHECK(paper_symbol("sampler.ell") == "ℓ");
  CHECK(paper_symbol("eps") == "ε");
  for (const char* name : {"p_c", "q_cv", "K", "θ_1", "iteration", ""}) {
    CHECK(paper_symbol(name) == name);
  }
  CHECK(paper_symbol("sampler.S") == "S");
  CHECK(paper_symbol("eps_spent") == "ε spent");
  CHECK(paper_symbol("exact_w2") == "exact W₂");
  CHECK(paper_symbol("total_variation") == "total variation");
  CHECK(paper_coefficient("theta[120]") == "θ₁₂₀");
  for (const std::string name : {"age", "class: age", "theta", "age[1]", "theta[x]", "theta[1"})
    CHECK(paper_coefficient(name) == name);
  CHECK(paper_formula("= p_c * step_bound / (5 * K)") == "p_c · step bound / (5 · K)");
  CHECK(paper_formula("= K") == "K");
  CHECK(paper_units("theta") == "θ");
  CHECK(paper_units("theta^4") == "θ⁴");
  CHECK(paper_units("theta^-12") == "theta^-12");
  CHECK(paper_units("theta^(beta-1)") == "theta^(beta-1)");
  CHECK(paper_units("nat") == "nat");
  CHECK(axis_title({"w2", "theta", false, {}, {}}) == "W₂ [θ]");
  CHECK(axis_title({"w2", "theta", false, {}, "distance"}) == "distance");
  CHECK(setting_name({"sampler", "rho"}, {std::string("fald"), 0.5}) == "FALD, ρ = 0.5");
  const std::string skewed = "dirichlet";
  CHECK(setting_name({"alpha", "partition", "K"}, {0.1, skewed, std::int64_t{5}}) ==
        "Dirichlet 0.1, K = 5");
  CHECK(setting_name({"partition", "partition.alpha"}, {skewed, 0.1}) == "Dirichlet 0.1");
  CHECK(setting_name({"partition", "alpha"}, {skewed, {}}) == "Dirichlet");
  CHECK(setting_name({"partition", "alpha"}, {std::string("iid"), 0.1}) == "iid, α = 0.1");
  CHECK(setting_name({"step"}, {std::string("= step_bound / 5")}) == "step = step bound / 5");
  CHECK(setting_name({"sampler.server", "K"}, {{}, {}}) == "no server");
}

TEST_CASE("every Greek letter of a symbol has its command in TeX") {
  CHECK(gnuplot_string("ρ = 0.5, ε [θ⁴]", Markup::tex) ==
        "'$\\rho$ = 0.5, $\\varepsilon$ [$\\theta$$^{4}$]'");
}
