#include "engine/posterior_question.hpp"

#include <stdexcept>

#include "text/wire.hpp"

namespace skald {

std::string encode(const PosteriorQuestion& question) {
  text::WireWriter writer;
  writer.put(question);
  return writer.take();
}

PosteriorQuestion decode_posterior_question(std::string_view bytes) {
  return text::WireReader(bytes).get<PosteriorQuestion>();
}

std::string encode(const ExactPosterior& posterior) {
  text::WireWriter writer;
  writer.put(posterior.has_value());
  if (posterior) {
    writer.put(Eigen::MatrixXd(posterior->mean));
    writer.put(posterior->covariance);
  }
  return writer.take();
}

ExactPosterior decode_exact_posterior(std::string_view bytes) {
  text::WireReader reader(bytes);
  if (!reader.get<bool>()) return std::nullopt;
  oracles::Moments moments;
  const auto mean = reader.get<Eigen::MatrixXd>();
  moments.covariance = reader.get<Eigen::MatrixXd>();
  const bool fits = mean.cols() == 1 && moments.covariance.rows() == mean.rows() &&
                    moments.covariance.cols() == mean.rows();
  if (!fits) throw std::runtime_error("a posterior from a worker has an invalid shape");
  moments.mean = mean;
  return moments;
}

}  // namespace skald
