// Drifts in registers have the bits of the sums that they stand for, in columns of any length.
#include "skald/parts/langevin/langevin_noise.hpp"
#include "random/philox_random.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "test.hpp"

namespace langevin_noise_test {
namespace {

const random::PhiloxRandom streams(4, 0);

std::vector<double> random_weights(unsigned seed, std::size_t clients) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  std::vector<double> weights(clients);
  double total = 0;
  for (double& w : weights) total += w = uniform(generator);
  for (double& w : weights) w /= total;
  return weights;
}

// Streams that give one chosen stream the value 1 and all others 0: what an algorithm adds is then
// its coefficient.
class OneStream final : public Random {
 public:
  explicit OneStream(Stream chosen) : chosen_(chosen) {}
  void normal(Stream stream, std::int64_t, Block out) const override {
    out.matrix().setConstant(value(stream));
  }
  void add_normal(Stream stream, std::int64_t, double scale, Block inout) const override {
    inout.matrix().array() += scale * value(stream);
  }
  void uniform(Stream, std::int64_t, Block) const override {}
  void bits(Stream, std::int64_t, Index, std::span<std::uint64_t>) const override {}

 private:
  double value(Stream s) const { return s.role == chosen_.role && s.client == chosen_.client; }
  Stream chosen_;
};

double coefficient(double h, double temp, double rho, double weight, Stream stream) {
  LangevinNoise noise(h, temp, rho);
  noise.start(1, 1);
  MatrixXd theta = MatrixXd::Zero(1, 1);
  noise.draw_shared(OneStream(stream), 0);
  noise.add(OneStream(stream), 0, 2, weight, view(theta));
  return theta(0, 0);
}

}  // namespace

TEST_CASE("the weighted average of the noises has variance 2 h T for every rho and every w") {
  const double h = 0.3, temp = 0.7;
  for (const double rho : {0.0, 0.2, 0.8, 1.0}) {
    for (unsigned seed = 0; seed < 5; ++seed) {
      const std::vector<double> weights = random_weights(seed, 4);
      double variance = 0, shared = 0;
      for (const double w : weights) {
        shared += w * coefficient(h, temp, rho, w, {Role::shared_noise});
        const double own = coefficient(h, temp, rho, w, {Role::noise, 2});
        CHECK(own * own == Approx(2 * h * temp * (1 - rho * rho) / w));
        variance += w * w * own * own;
      }
      CHECK(shared * shared == Approx(2 * h * temp * rho * rho).margin(1e-15));
      CHECK(variance + shared * shared == Approx(2 * h * temp).epsilon(1e-13));
    }
  }
}

TEST_CASE("the draws are those of the iteration, the shared one alike for all clients") {
  LangevinNoise noise(0.02, 1, 0.6);
  noise.start(3, 2);
  noise.draw_shared(streams, 9);
  MatrixXd theta = MatrixXd::Constant(3, 2, 0.5), shared(3, 2), own(3, 2);
  noise.add(streams, 9, 1, 0.25, view(theta));
  streams.normal({Role::shared_noise}, 9, view(shared));
  streams.normal({Role::noise, 1}, 9, view(own));
  const MatrixXd expected = 0.2 * (0.6 * shared + 0.8 / 0.5 * own);
  CHECK((theta.array() - 0.5 - expected.array()).abs().maxCoeff() < 1e-15);
}

TEST_CASE("noise whose coefficient is zero is not drawn") {
  class Forbidden final : public Random {
   public:
    explicit Forbidden(Role role) : role_(role) {}
    void normal(Stream stream, std::int64_t, Block out) const override {
      CHECK(stream.role != role_);
      out.matrix().setZero();
    }
    void add_normal(Stream stream, std::int64_t, double, Block) const override {
      CHECK(stream.role != role_);
    }
    void uniform(Stream, std::int64_t, Block) const override {}
    void bits(Stream, std::int64_t, Index, std::span<std::uint64_t>) const override {}

   private:
    Role role_;
  };
  const auto step = [](double temp, double rho, Role forbidden) {
    LangevinNoise noise(0.1, temp, rho);
    noise.start(2, 2);
    MatrixXd theta = MatrixXd::Zero(2, 2);
    noise.draw_shared(Forbidden(forbidden), 0);
    noise.add(Forbidden(forbidden), 0, 0, 0.5, view(theta));
  };
  step(1, 0, Role::shared_noise);
  step(1, 1, Role::noise);
  step(0, 0.5, Role::noise);
  step(0, 0.5, Role::shared_noise);
}

}  // namespace langevin_noise_test

namespace drift_test {

MatrixXd normals(Index d, Index chains, std::int64_t iteration) {
  MatrixXd x(d, chains);
  random::PhiloxRandom(7, 0).normal({Role::metric}, iteration, view(x));
  return x;
}

TEST_CASE("a drift is a product and a difference, number by number") {
  for (const Index d : {1, 2, 3, 5, 8, 20}) {
    for (const Index chains : {1, 3, 64}) {
      const MatrixXd theta = normals(d, chains, 0), g = normals(d, chains, 1);
      const MatrixXd own = normals(d, chains, 2), common = normals(d, chains, 3);
      AlignedMatrix x;
      x.resize(d, chains);
      x.matrix() = theta;
      drift(0.3, view(g), x.block());
      CHECK(x.matrix() == theta - 0.3 * g);
      x.matrix() = theta;
      drift(0.3, view(g), view(own), 0.1, view(common), x.block());
      CHECK(x.matrix() == theta - (0.3 * (g - own) + 0.1 * common));
    }
  }
}

TEST_CASE("a drift of some chains leaves the others, and refuses gaps between columns") {
  MatrixXd theta = MatrixXd::Zero(3, 6);
  const MatrixXd g = MatrixXd::Ones(3, 2);
  drift(1, view(g), view(theta).columns(2, 2));
  CHECK(theta.sum() == -6);
  CHECK((theta.middleCols(2, 2).array() == -1).all());
  CHECK_THROWS_WITH(drift(1, view(g), Block{theta.data(), 2, 2, 3}),
                    Catch::Contains("gaps between them"));
}

TEST_CASE("aligned matrices begin lines of the cache, and are copied with their numbers") {
  AlignedMatrix x;
  x.resize(3, 5);
  x.matrix().setConstant(2);
  AlignedMatrix copy = x;
  x.matrix().setZero();
  CHECK(copy.matrix().sum() == 30);
  for (AlignedMatrix* of : {&x, &copy}) {
    CHECK(reinterpret_cast<std::uintptr_t>(of->data()) % 64 == 0);
    CHECK(of->block().rows == 3);
    CHECK(of->block().cols == 5);
  }
}

}  // namespace drift_test
