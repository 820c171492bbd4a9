#include "account/vectors/vectors.hpp"

#include "catch.hpp"
#include "system/exit_code.hpp"

namespace vectors_test {

using namespace skald;
using Catch::Contains;

namespace {

std::vector<std::string> verdicts(const std::string& text) {
  std::vector<std::string> words;
  for (const JudgedVector& one : judged(read_vectors(text, "file"), "file")) {
    words.emplace_back(name_of(one.verdict));
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
  const auto found = judged(read_vectors(rows, "file"), "file");
  CHECK(found[2].number == 4);
  CHECK(found[3].number == 6);
  CHECK(summary_of(found) == "5 vectors: 3 agree, 1 looser, 1 below a certified lower bound");
  CHECK(table_of(found).rows.size() == 5);
}

TEST_CASE("vectors: JSON, noise over clips, and eps that are infinite") {
  CHECK(
      verdicts(R"([{"noise_over_clip": 2, "relation": "replace_one", "delta": 1e-5, "eps": 4.3772},
                     {"noise_multiplier": 0, "delta": 1e-5, "eps": "inf"},
                     {"noise_multiplier": 0, "delta": 1e-5, "eps": 100}])") ==
      std::vector<std::string>{"agrees", "agrees", "below"});
}

TEST_CASE("vectors: what is wrong is refused with its place and a remedy") {
  const std::string header = "noise_multiplier,sampling,rate,delta,eps\n";
  const auto refusal = [](const std::string& text) {
    try {
      (void)judged(read_vectors(text, "file"), "file");
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
             Contains("expected gaussian, laplace or discrete_gaussian"));
  CHECK_THAT(refusal("[1]"), Contains("expected a list of objects"));
  CHECK_THAT(refusal("[{\"eps\": }]"), Contains("file:1"));
  CHECK_THAT(refusal(header), Contains("0 vectors, expected 1 to"));
  CHECK_THAT(refusal("noise_multiplier,sampling,rate,relation,delta,eps\n"
                     "1,without_replacement,0.1,add_remove,1e-5,3\n"),
             Contains("file: vector 2: ") && Contains("reveals the size of the data set"));
}

}  // namespace vectors_test
