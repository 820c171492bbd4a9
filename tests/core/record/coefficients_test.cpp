#include "record/coefficients.hpp"

#include "sample_coefficients.hpp"
#include "test.hpp"

using namespace skald::record;

TEST_CASE("coefficients with impossible scales or places are refused") {
  CHECK_NOTHROW(require_sound(sample_coefficients()));
  Coefficients all = sample_coefficients();
  all.features[1].scale = 0;
  CHECK_THROWS_WITH(require_sound(all), Catch::Contains("column \"age\" has center 38.5"));
  for (const double scale : {-1.0, std::nan(""), HUGE_VAL}) {
    all.features[1].scale = scale;
    CHECK_THROWS_AS(require_sound(all), std::invalid_argument);
  }
  all = sample_coefficients();
  all.features[1].center = HUGE_VAL;
  CHECK_THROWS_AS(require_sound(all), std::invalid_argument);
  all = sample_coefficients();
  all.meanings[0].feature = 2;
  CHECK_THROWS_WITH(require_sound(all), Catch::Contains("feature 2 of 2"));
  all = sample_coefficients();
  all.meanings[1].output = -1;
  CHECK_THROWS_WITH(require_sound(all), Catch::Contains("output -1 of 2"));
}
