// What a compiler does for Skald in small: much that is included, much that is instantiated.
// Budgets of compile time (budget.bash) are in multiples of what this file takes.
#include <Eigen/Dense>
#include <map>
#include <random>
#include <regex>
#include <string>
#include <vector>

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues();
}

std::map<std::string, std::vector<double>> groups(const std::vector<std::string>& lines) {
  const std::regex pattern("([a-z_]+) = ([0-9.]+)");
  std::map<std::string, std::vector<double>> found;
  for (const std::string& line : lines) {
    std::smatch parts;
    if (std::regex_match(line, parts, pattern)) found[parts[1]].push_back(std::stod(parts[2]));
  }
  return found;
}
