#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "results/program/report.h"

namespace attn {

/// Keeps the order of its keys, so that a specification reads as it was written.
using Json = nlohmann::ordered_json;

/// What a chart draws, as a table. A column without a title is not for people.
struct Figures {
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  ///< a cell a column
};

/// A chart of one panel, or of a case over several versions.
struct Chart {
  std::string name;          ///< "time", "time.bf16-head_dim-128": names its files, and what --spec takes
  std::string title;         ///< "Time of a forward against sequence length"
  std::string setting;       ///< what is the same in all of it
  std::string summary = {};  ///< for those who don't see it: what is drawn, from where to where
  Figures figures = {};
  std::vector<std::string> notes = {};     ///< what is marked in it, what was left out
  std::string facts = {};                  ///< where the runs were made
  std::vector<std::string> commands = {};  ///< that made them
  std::string view = {};                   ///< Vega-Lite, JSON: the encoding and the layers, of the rows of `figures`
};

/// The figures as Vega-Lite's inline data: an object a row. A number has its field and, where people read it otherwise,
/// beside it NAME_text. What is missing has no field.
Json data_values(const Figures& figures);

/// The whole of it for Vega-Lite 6, which shows the same in any program that draws Vega-Lite.
Json specification(const Chart& chart);

}  // namespace attn
