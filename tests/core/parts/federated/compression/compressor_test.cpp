// Compressors: what they keep, that they are unbiased where they say so, and their bits against an
// encoder and a decoder.
#include "skald/parts/federated/compression/compressor.hpp"

#include "chain_moments.hpp"
#include "random/philox_random.hpp"
#include "skald/parts/federated/compression/compressed_messages.hpp"
#include "test.hpp"

namespace skald::test {
namespace compressor_test {

const random::PhiloxRandom streams(3, 0);

VectorXd uniforms(Index d, std::int64_t iteration) {
  MatrixXd u(d, 1);
  streams.uniform({Role::quantiser}, iteration, view(u));
  return u.col(0);
}
VectorXd normals(Index d, std::int64_t iteration) {
  MatrixXd x(d, 1);
  streams.normal({Role::metric}, iteration, view(x));
  return x.col(0);
}

struct Sent {
  VectorXd x;
  double bits;
};
Sent send(const CompressorOptions& options, VectorXd x, std::int64_t iteration = 0) {
  const VectorXd u = uniforms(x.size(), iteration);
  Compressor::Memory memory;
  const double bits = Compressor(options).compress(u.data(), x.size(), x.data(), memory);
  return {x, bits};
}

// Writes bits, and reads them again.
struct BitText {
  void write(std::uint64_t value, int width) {
    for (int i = width - 1; i >= 0; --i) bits.push_back((value >> i & 1) != 0);
  }
  std::uint64_t read(int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) value = 2 * value + (bits.at(at++) ? 1 : 0);
    return value;
  }
  bool ended() const { return at == bits.size(); }

  std::vector<bool> bits;
  std::size_t at = 0;
};

// Elias' omega code as its definition has it, by recursion from the end.
void write_elias(BitText& text, std::uint64_t n) {
  std::vector<bool> code{false};
  while (n > 1) {
    std::vector<bool> group;
    for (std::uint64_t rest = n; rest > 0; rest /= 2) group.insert(group.begin(), rest % 2 == 1);
    code.insert(code.begin(), group.begin(), group.end());
    n = group.size() - 1;
  }
  text.bits.insert(text.bits.end(), code.begin(), code.end());
}
std::uint64_t read_elias(BitText& text) {
  std::uint64_t n = 1;
  while (text.read(1) == 1) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < n; ++i) value = 2 * value + text.read(1);
    n = value;
  }
  return n;
}

TEST_CASE("lengths of Elias' code are those of its published words") {
  const std::vector<int> published{1, 3, 3, 6, 6, 6, 6, 7};  // of 1, 2, ..., 8
  for (std::size_t n = 1; n <= published.size(); ++n) CHECK(elias_length(n) == published[n - 1]);
  CHECK(elias_length(16) == 11);
  CHECK(elias_length(100) == 13);
  CHECK(elias_length(1000) == 17);
  for (const std::uint64_t n : {1ULL, 2ULL, 5ULL, 17ULL, 255ULL, 65536ULL, 123456789ULL}) {
    BitText text;
    write_elias(text, n);
    CHECK(elias_length(n) == std::ssize(text.bits));
    CHECK(read_elias(text) == n);
    CHECK(text.ended());
  }
}

TEST_CASE("QSGD's messages in Elias' code are as long as those of an encoder, and can be read") {
  struct Case {
    Index d;
    std::int64_t levels;
    bool sparse;
  };
  const Case test = GENERATE(Case{300, 1, true}, Case{300, 4, true}, Case{40, 8, false},
                             Case{5, 1, false}, Case{1, 3, false});
  const CompressorOptions options{.levels = test.levels, .coding = "elias"};
  for (std::int64_t draw = 0; draw < 20; ++draw) {
    const VectorXd x = draw == 0 ? VectorXd(VectorXd::Zero(test.d)) : normals(test.d, draw);
    const Sent sent = send(options, x, draw);
    CHECK(sent.x == send({.levels = test.levels}, x, draw).x);  // the code loses nothing
    const double unit = x.norm() / static_cast<double>(test.levels);
    std::vector<std::int64_t> levels;
    for (const double value : sent.x) {
      levels.push_back(unit > 0 ? std::llround(value / unit) : 0);
    }
    BitText text;
    text.write(0, 32);  // the norm
    Index before = -1;
    for (Index i = 0; i < test.d; ++i) {
      const std::int64_t level = levels[static_cast<std::size_t>(i)];
      if (!test.sparse) {
        write_elias(text, static_cast<std::uint64_t>(std::abs(level)) + 1);
        if (level != 0) text.write(level < 0, 1);
      } else if (level != 0) {
        write_elias(text, static_cast<std::uint64_t>(i - before));
        text.write(level < 0, 1);
        write_elias(text, static_cast<std::uint64_t>(std::abs(level)));
        before = i;
      }
    }
    CHECK(sent.bits == static_cast<double>(text.bits.size()));
    text.read(32);
    std::vector<std::int64_t> read(static_cast<std::size_t>(test.d));
    for (Index i = -1; test.sparse && !text.ended();) {
      i += static_cast<Index>(read_elias(text));
      const std::int64_t sign = text.read(1) == 1 ? -1 : 1;
      read[static_cast<std::size_t>(i)] = sign * static_cast<std::int64_t>(read_elias(text));
    }
    for (std::size_t i = 0; !test.sparse && i < read.size(); ++i) {
      read[i] = static_cast<std::int64_t>(read_elias(text)) - 1;
      if (read[i] != 0 && text.read(1) == 1) read[i] *= -1;
    }
    CHECK(text.ended());
    CHECK(read == levels);
  }
}

TEST_CASE("few levels are sent in fewer bits than those of fixed length, and than the bound") {
  // The bounds of the expected bits, Alistarh et al. (2017): of sparse messages 32 + (3 + 1.5 log2
  // (2 (s^2 + d) / support)) support, where support = s (s + sqrt(d)) = 101 for one level, and of
  // dense ones, where s = sqrt(d), 32 + d (2 + (1 + log2 3) / 2).
  const Index d = 10000;
  const std::pair<std::int64_t, double> bounds[] = {
      {1, 32 + 101 * (3 + 1.5 * std::log2(20002.0 / 101))},
      {100, 32 + 10000 * (2.5 + 0.5 * std::log2(3.0))}};
  for (const auto& [levels, bound] : bounds) {
    const VectorXd x = normals(d, 7);
    const double coded = send({.levels = levels, .coding = "elias"}, x).bits;
    CAPTURE(levels, coded, bound);
    CHECK(coded < Quantiser(levels).bits(d));
    CHECK(coded < bound);
  }
}

TEST_CASE("top_k keeps the largest, of equal ones the first") {
  const VectorXd x = (VectorXd(6) << 1, -3, 2, 3, -2, 0.5).finished();
  const auto top = [&](double keep) { return send({.compressor = "top_k", .keep = keep}, x).x; };
  CHECK(top(1.0 / 6) == (VectorXd(6) << 0, -3, 0, 0, 0, 0).finished());
  CHECK(top(0.5) == (VectorXd(6) << 0, -3, 2, 3, 0, 0).finished());
  CHECK(top(1) == x);
  CHECK(top(0.01) == top(1.0 / 6));  // at least one
  VectorXd broken = x;
  broken(5) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(send({.compressor = "top_k", .keep = 1.0 / 6}, broken).x(5)));
  // |C(x) - x|^2 <= (1 - k / d) |x|^2
  const VectorXd any = normals(50, 9);
  const double lost = (send({.compressor = "top_k", .keep = 0.3}, any).x - any).squaredNorm();
  CHECK(lost <= 0.7 * any.squaredNorm());
}

TEST_CASE("random_k is unbiased, with its exact variance, with error feedback it only selects") {
  const VectorXd x = (VectorXd(5) << 0.3, -1.7, 0.2, 2.2, -0.05).finished();
  const CompressorOptions options{.compressor = "random_k", .keep = 0.4};
  const Index draws = 40000;
  MatrixXd sent(5, draws);
  for (Index j = 0; j < draws; ++j) sent.col(j) = send(options, x, j).x;
  // Every one of the coordinates is 0 or 5/2 of x, two at a time.
  for (Index j = 0; j < draws; ++j) REQUIRE((sent.col(j).array() != 0).count() == 2);
  for (Index i = 0; i < 5; ++i) {
    CHECK(std::abs(z_score(sent.row(i).transpose(), x(i))) < 5.5);  // 4e-8
  }
  const Eigen::ArrayXd errors = (sent.colwise() - x).colwise().squaredNorm().transpose();
  CHECK(Compressor(options).relative_variance(5) == Approx(1.5));
  CHECK(std::abs(z_score(errors, 1.5 * x.squaredNorm())) < 5.5);
  CompressorOptions selecting = options;
  selecting.error_feedback = true;
  const VectorXd selected = send(selecting, x, 3).x;
  for (Index i = 0; i < 5; ++i) CHECK((selected(i) == 0 || selected(i) == x(i)));
  CHECK((2.5 * selected - sent.col(3)).norm() < 1e-14);
  CHECK(Compressor(options).is_unbiased());
  CHECK_FALSE(Compressor(selecting).is_unbiased());
}

TEST_CASE("a sparsifier that selects keeps the coordinates of the one that scales, as they are") {
  const VectorXd x = normals(40, 5);
  const CompressorOptions scaling{.compressor = "sparsifier", .keep = 0.4};
  CompressorOptions selecting = scaling;
  selecting.contractive = true;
  const Sent scaled = send(scaling, x, 3), selected = send(selecting, x, 3);
  CHECK((0.4 * scaled.x - selected.x).norm() < 1e-14);
  CHECK((selected.x - x).norm() < x.norm());
  CHECK(scaled.bits == selected.bits);
  CHECK_FALSE(Compressor(selecting).is_unbiased());
  const auto multiplied = [](const CompressorOptions& options, double mean, double variance) {
    const auto factors = Compressor(options).factors();
    REQUIRE(factors);
    CHECK(factors->mean == Approx(mean));
    CHECK(factors->variance == Approx(variance).margin(1e-15));
  };
  multiplied(scaling, 1, 1.5);
  multiplied(selecting, 0.4, 0.24);
  multiplied({.compressor = "none"}, 1, 0);
  for (const char* name : {"qsgd", "top_k", "random_k", "sign"}) {
    CHECK_FALSE(Compressor({.compressor = name}).factors());
  }
}

TEST_CASE("sign sends signs and the mean modulus") {
  const VectorXd x = (VectorXd(4) << 1, -3, 0, 4).finished();
  CHECK(send({.compressor = "sign"}, x).x == (VectorXd(4) << 2, -2, 2, 2).finished());
}

// What an encoder writes: positions as numbers or as a bit each unless a seed tells them, values in
// 32 bits.
TEST_CASE("bits of messages of one length are those of an encoder") {
  for (const Index d : {1, 2, 7, 64, 65, 1000}) {
    for (const double keep : {0.01, 0.2, 0.5, 1.0}) {
      for (const std::string compressor : {"top_k", "random_k"}) {
        const CompressorOptions options{.compressor = compressor, .keep = keep};
        const Index k = Compressor(options).kept(d);
        BitText numbered, marked;
        int width = 0;
        while ((Index(1) << width) < d) ++width;
        const VectorXd x = send(options, VectorXd::LinSpaced(d, 1, 2)).x;
        Index count = 0;
        for (Index i = 0; i < d; ++i) {
          marked.write(x(i) != 0, 1);
          if (x(i) == 0) continue;
          ++count;
          numbered.write(static_cast<std::uint64_t>(i), width);
          numbered.write(0, 32);
          marked.write(0, 32);
        }
        CHECK(count == k);
        const std::size_t all = static_cast<std::size_t>(32 * d);
        const std::size_t values = static_cast<std::size_t>(32 * k);
        const std::size_t coded = std::min(numbered.bits.size(), marked.bits.size());
        const std::size_t least = k == d ? all : compressor == "random_k" ? values : coded;
        CHECK(*Compressor(options).bits(d) == static_cast<double>(least));
      }
    }
    CHECK(*Compressor({.compressor = "sign"}).bits(d) == static_cast<double>(32 + d));
  }
  CHECK_FALSE(Compressor({.coding = "elias"}).bits(10));
  CHECK_FALSE(Compressor({.compressor = "sparsifier"}).bits(10));
}

// x_1 + ... + x_T = what was sent + the error: nothing is lost, and the error stays bounded.
TEST_CASE("error feedback: what was sent and the error are what was to be sent") {
  const Index d = 12, chains = 2;
  for (const std::string name : {"sparsifier", "top_k", "random_k", "sign"}) {
    const CompressorOptions options{.compressor = name, .keep = 0.25, .error_feedback = true};
    const Compressor compressor(options);
    ErrorFeedback errors(options, compressor);
    errors.start(3, d, chains);
    Compressor::Memory memory;
    MatrixXd due = MatrixXd::Zero(d, chains), sent = due;
    for (std::int64_t round = 0; round < 400; ++round) {
      const std::vector<std::int32_t> cohort{round % 3 == 0 ? 0 : 1, 2};
      errors.see(cohort);
      MatrixXd message(d, chains);
      streams.normal({Role::metric}, 1000 + round, view(message));
      due += message;
      errors.add(2, 0, view(message));
      for (Index j = 0; j < chains; ++j) {
        const VectorXd u = uniforms(d, 1000 + chains * round + j);
        compressor.compress(u.data(), d, message.col(j).data(), memory);
      }
      errors.keep_rest(2, 0, view(message));
      sent += message;
    }
    std::vector<NamedBlock> state;
    errors.add_state(state);
    REQUIRE(state.size() == 2);
    // Clients 0 and 2 were asked for first: client 2's block is the second.
    REQUIRE(state[1].block.matrix()(0, 1) == 2);
    const MatrixXd error = state[0].block.columns(chains, chains).matrix();
    CAPTURE(name);
    CHECK((due - sent - error).norm() < 1e-10);
    CHECK(error.norm() > 0.1);
    // A contraction by 1 - delta, delta >= 1/4 (sign: 1/d): the errors' norm stays below
    // |x| / (1 - sqrt(1 - delta)) on average; |x| is about sqrt(24).
    CHECK(error.norm() < std::sqrt(24) / (1 - std::sqrt(1 - 1.0 / static_cast<double>(d))));
  }
}

TEST_CASE("error feedback is refused where errors would not shrink") {
  for (const std::string name : {"qsgd", "none"}) {
    const CompressorOptions options{.compressor = name, .error_feedback = true};
    CHECK_THROWS_WITH(ErrorFeedback(options, Compressor(options)), Catch::Contains("unbiased"));
  }
}

TEST_CASE("columns are compressed one by one, unless they are sent whole") {
  const Index d = 6;
  MatrixXd x(d, 5), u(d, 5);
  streams.normal({Role::metric}, 9, view(x));
  streams.uniform({Role::quantiser}, 9, view(u));
  const std::vector<std::uint8_t> is_whole{0, 1, 0, 0, 1};
  for (const char* name : {"none", "qsgd", "sparsifier", "top_k", "random_k", "sign"}) {
    const Compressor compressor({.compressor = name});
    Compressor::Memory memory;
    MatrixXd found = x, expected = x;
    double bits = 0;
    for (Index j = 0; j < x.cols(); ++j) {
      const bool whole = is_whole[static_cast<std::size_t>(j)] != 0;
      bits += whole ? vector_bits(d)
                    : compressor.compress(u.col(j).data(), d, expected.col(j).data(), memory);
    }
    CHECK(compressor.compress(view(u), is_whole, view(found), memory) == bits);
    CHECK(found == expected);
  }
}

TEST_CASE("a sparsifier that keeps everything reads no random numbers") {
  const Compressor compressor({.compressor = "sparsifier", .keep = 1});
  Compressor::Memory memory;
  VectorXd x{{1., -2., 3.}};
  const VectorXd sent = x;
  CHECK(compressor.compress(nullptr, 3, x.data(), memory) == vector_bits(3));
  CHECK(x == sent);
}

}  // namespace compressor_test
}  // namespace skald::test
