#include "web/html_table.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <variant>

#include "report/format_table.hpp"
#include "web/html_text.hpp"

namespace skald {

std::string html_table(std::string_view caption, const record::ResultTable& table) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>"
      "<caption>{0}</caption><thead><tr>",
      html_line(caption));
  for (const std::string& column : table.columns) {
    html += "<th scope=\"col\">" + html_line(column) + "</th>";
  }
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const record::SqlValue& cell : row) {
      constexpr std::size_t longest_code = 70;
      const std::string text = report::format_value(cell);
      const bool is_number = std::holds_alternative<std::int64_t>(cell);
      const std::string_view kind = is_number                    ? "number"
                                    : text.size() > longest_code ? "words"
                                                                 : "code";
      html += fmt::format("<td class=\"{}\">{}</td>", kind, html_line(text));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace skald
