#include "engine/posterior_question.hpp"

#include "catch.hpp"

namespace posterior_question_test {

using namespace skald;

TEST_CASE("questions for exact posteriors and their answers return from their wire form") {
  CHECK(decode_posterior_question(encode(PosteriorQuestion{4, 0})) == PosteriorQuestion{4, 0});
  CHECK_FALSE(decode_exact_posterior(encode(ExactPosterior())));
  oracles::Moments moments;
  moments.mean = Eigen::Vector2d(1, 2);
  moments.covariance = Eigen::Matrix2d::Identity();
  const ExactPosterior read = decode_exact_posterior(encode(ExactPosterior(moments)));
  REQUIRE(read);
  CHECK(read->mean == moments.mean);
  CHECK(read->covariance == moments.covariance);
}

TEST_CASE("an answer that is cut short or has another shape is refused") {
  oracles::Moments moments;
  moments.mean = Eigen::Vector2d(1, 2);
  moments.covariance = Eigen::Matrix3d::Identity();
  CHECK_THROWS_WITH(decode_exact_posterior(encode(ExactPosterior(moments))),
                    Catch::Contains("invalid shape"));
  const std::string whole = encode(PosteriorQuestion{1, 2});
  CHECK_THROWS_AS(decode_posterior_question(whole.substr(0, whole.size() - 1)), std::runtime_error);
}

}  // namespace posterior_question_test
