#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/program/report.h"

namespace attn {

/// As text between tags or in a quoted attribute: valid UTF-8, on one line, without a character that HTML reads.
std::string html(std::string_view text);

/// A table that the page's script lets people sort and, where it is long, filter. Columns without a title and columns
/// that all rows lack are left out. `caption` is text.
std::string html_table(const std::string& caption, const std::vector<Column>& columns,
                       const std::vector<std::vector<Cell>>& rows);

/// "<ul class=…><li>…": each item is HTML; empty without items.
std::string html_list(std::string_view list_class, const std::vector<std::string>& items);

/// JSON that a <script> can hold: without a '<'.
std::string script_json(std::string json);

}  // namespace attn
