#include "account/vectors/vectors.hpp"

#include "json_document.hpp"
#include "report/table_writer.hpp"
#include "skald_process.hpp"
#include "system/exit_code.hpp"
#include "test.hpp"

namespace vectors_test {

using Catch::Contains;
using test::content;

namespace {

constexpr double kUsual = 2e-5;

// The numbers of a column of a CSV file without quotes.
std::vector<double> column(const std::string& file, const std::string& name) {
  std::istringstream lines(content(file));
  std::string line, field;
  std::getline(lines, line);
  const auto fields = [](const std::string& text) {
    std::istringstream parts(text);
    std::vector<std::string> all;
    for (std::string part; std::getline(parts, part, ',');) all.push_back(part);
    return all;
  };
  const std::vector<std::string> header = fields(line);
  const auto at = std::find(header.begin(), header.end(), name) - header.begin();
  std::vector<double> numbers;
  while (std::getline(lines, line)) {
    numbers.push_back(std::stod(fields(line).at(static_cast<std::size_t>(at))));
  }
  return numbers;
}

std::vector<std::string> verdicts(const std::string& text) {
  std::vector<std::string> words;
  for (const JudgedVector& one : judged(read_vectors(text, "file"), kUsual)) {
    words.emplace_back(one.verdict ? name_of(*one.verdict) : "");
  }
  return words;
}

}  // namespace

TEST_CASE("vectors: values of a library agree, are looser or below what is attained") {
  // dp_accounting 0.6.0: pld, rdp; PRV; an accountant by the central limit theorem, which is wrong.
  const std::string rows =
      "mechanism,sampling,relation,noise_multiplier,rate,steps,delta,eps,note\n"
      "gaussian,poisson,add_remove,1,0.1,100,1e-5,7.046603,\"pld, h = 1e-4\"\r\n"
      "gaussian,poisson,add_remove,1,0.1,100,1e-5,7.90385,rdp\n"
      "gaussian,poisson,add_remove,1,0.1,100,1e-5,6.007,clt\n"
      "\n"
      "laplace,none,add_remove,1,,1,1e-5,0.99998,\n"
      "gaussian,none,replace_one,1,1,1,1e-5,4.377178,\n";
  CHECK(verdicts(rows) ==
        std::vector<std::string>{"agrees", "looser", "below", "agrees", "agrees"});
  const auto found = judged(read_vectors(rows, "file"), kUsual);
  CHECK(found[2].vector.number == 4);
  CHECK(found[3].vector.number == 6);
  CHECK(summary_of(found) == "5 vectors: 3 agree, 1 looser, 1 below a certified lower bound\n");
  CHECK(table_of(found).rows.size() == 5);
}

TEST_CASE("vectors: JSON, noise over clips, and eps that are infinite") {
  CHECK(
      verdicts(R"([{"noise_over_clip": 2, "relation": "replace_one", "delta": 1e-5, "eps": 4.3772},
                     {"noise_multiplier": 0, "delta": 1e-5, "eps": "inf"},
                     {"noise_multiplier": 0, "delta": 1e-5, "eps": 100}])") ==
      std::vector<std::string>{"agrees", "agrees", "below"});
}

TEST_CASE("vectors: settings without an eps have their bounds, which are read again") {
  const std::string asked =
      "noise_multiplier,sampling,rate,steps,delta,eps\n"
      "1,poisson,0.1,100,1e-5,\n"
      "2,none,1,1,1e-5,9\n";
  CHECK(verdicts(asked) == std::vector<std::string>{"", "looser"});
  const auto narrow = judged(read_vectors(asked, "file"), 1e-7);
  const auto wide = judged(read_vectors(asked, "file"), 1e-3);
  const auto width = [](const JudgedVector& one) {
    return (one.bounds.epsilon - one.bounds.epsilon_low) / one.bounds.epsilon;
  };
  CHECK(width(narrow[0]) < 1e-6);
  CHECK(width(wide[0]) > 1e-5);
  CHECK(narrow[0].bounds.epsilon == Approx(7.0466038).epsilon(1e-6));  // limit of finer grids
  CHECK(count(narrow, Verdict::agrees) == 0);
  const std::string csv = report::format_table(full_table_of(narrow), report::TableFormat::csv);
  const auto again = judged(read_vectors(csv, "file"), 1e-7);
  CHECK(again[0].bounds.epsilon == narrow[0].bounds.epsilon);
  CHECK(again[0].bounds.epsilon_low == narrow[0].bounds.epsilon_low);
}

TEST_CASE("vectors: the published bounds are certified by accounts of the usual error") {
  const std::string file = std::string(SKALD_SOURCE_DIR) + "/results/account_vectors/vectors.csv";
  const auto vectors = read_vectors(content(file), file);
  REQUIRE(vectors.size() == 500);
  const std::vector<double> low = column(file, "eps_low"), high = column(file, "eps_high");
  for (std::size_t i = 0; i < vectors.size(); i += 7) {
    CAPTURE(vectors[i].number);
    CHECK(low[i] <= high[i]);
    // Fixed-size samples are accounted by the larger curve of two pairs, which none attains.
    const bool is_attained = vectors[i].question.release.sampling != Sampling::without_replacement;
    CHECK((!is_attained || high[i] - low[i] <= 1e-6 * high[i]));
    AccountVector claimed = vectors[i];
    claimed.eps = high[i];
    const JudgedVector found = judged({claimed}, kUsual)[0];
    CHECK(found.verdict == Verdict::agrees);
    const privacy::Guarantee& bounds = found.bounds;
    CHECK(bounds.epsilon_low <= high[i] * (1 + 1e-12));
    CHECK(bounds.epsilon >= low[i] * (1 - 1e-12));
  }
}

TEST_CASE(
    "vectors: published lower bounds of fixed-size samples are those of a pair of data sets") {
  const std::string file = std::string(SKALD_SOURCE_DIR) + "/results/account_vectors/vectors.csv";
  const auto vectors = read_vectors(content(file), file);
  const std::vector<double> low = column(file, "eps_low");
  int tried = 0;
  for (std::size_t i = 0; i < vectors.size() && tried < 6; i += 5) {
    AccountVector pair = vectors[i];
    privacy::NoisyRelease& release = pair.question.release;
    const bool is_fixed = release.sampling == Sampling::without_replacement;
    if (!is_fixed || privacy::repetitions(release) == 1) continue;
    ++tried;
    // All others contribute a clip, and the unit the same or the opposite: two clips or none.
    release.sampling = Sampling::poisson;
    release.relation = privacy::Relation::zero_out;
    release.noise_multiplier /= 2;
    const privacy::Guarantee found = judged({pair}, kUsual)[0].bounds;
    CAPTURE(vectors[i].number, low[i]);
    CHECK(found.epsilon >= low[i] * (1 - 1e-12));
    CHECK(found.epsilon_low <= low[i] * (1 + 1e-12));
    CHECK(found.epsilon == Approx(low[i]).epsilon(1e-3));
  }
  CHECK(tried == 6);
}

TEST_CASE("vectors: one that is not covered says why, and keeps no other from being judged") {
  const auto found = judged(read_vectors("noise_multiplier,sampling,rate,relation,delta,eps\n"
                                         "1,without_replacement,0.1,add_remove,1e-5,3\n"
                                         "1,none,1,add_remove,1e-5,9\n"
                                         "2,without_replacement,0.1,add_remove,1e-5,\n",
                                         "file"),
                            kUsual);
  CHECK(found[0].verdict == Verdict::not_covered);
  CHECK(found[1].verdict == Verdict::looser);
  CHECK(found[2].verdict == Verdict::not_covered);
  CHECK_THAT(summary_of(found), Contains("\nvector 2 and 1 like it not covered: ") &&
                                    Contains("reveals the size of the data set"));
  CHECK(full_table_of(found).rows[0][9] == record::SqlValue());
}

TEST_CASE("vectors: what is wrong is refused with its place and a remedy") {
  const std::string header = "noise_multiplier,sampling,rate,delta,eps\n";
  const auto refusal = [](const std::string& text) {
    try {
      (void)read_vectors(text, "file");
    } catch (const UsageError& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  CHECK(refusal(header + "1,poisson,0.1,2,3\n") ==
        "file:2: \"delta\" is \"2\": expected a number from 0 to 1");
  CHECK_THAT(refusal(header + "1,poisson,,1e-5,3\n"), Contains("file:2: there is no \"rate\""));
  CHECK_THAT(refusal(header + "1,poisson,0.1,1e-5\n"),
             Contains("file, line 2: found 4 fields; expected 5 as in line 1"));
  CHECK_THAT(refusal(header + "1,halves,0.1,1e-5,3\n"), Contains("\"halves\""));
  CHECK_THAT(refusal("noise,delta,eps\n1,1e-5,3\n"), Contains("\"noise\" is unknown: expected "));
  CHECK_THAT(refusal("delta,eps\n1e-5,3\n"), Contains("the noise is given twice or not at all"));
  CHECK_THAT(refusal("mechanism,noise_multiplier,delta,eps\nskellam,1,1e-5,3\n"),
             Contains("expected gaussian, laplace, discrete_gaussian or discrete_laplace"));
  CHECK_THAT(refusal("[1]"), Contains("expected a list of objects"));
  CHECK_THAT(refusal("[{\"eps\": }]"), Contains("file:1"));
  CHECK_THAT(refusal(header), Contains("0 vectors, expected 1 to"));
}

}  // namespace vectors_test
