#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Takes out of texts whose machine they come from: host names and the folders of absolute paths.
class AnonymousText {
 public:
  /// `hosts` become "host-1", "host-2" in their order, so that runs of two machines stay told apart; one that is named
  /// so already stays. `paths`, absolute ones, are those that can't be told from the words around them: with spaces.
  AnonymousText(std::span<const std::string> hosts, std::span<const std::string> paths);

  /// The name that stands for a host; the text itself for one that wasn't given.
  std::string host(std::string_view name) const;

  /// Free text (a reason, a command line, a fact): each whole word that is a host's name is its other name, a domain
  /// after it goes; of each absolute path only the last component stays: "--out=/home/me/a100" is "--out=a100". A path
  /// begins at a slash, or at "~" of a home folder, that doesn't follow a letter, digit, '_', '.', '-' or bracket's
  /// end, or that follows an option ("-I/opt/x"), and ends before a space or one of = : , ; ' " ( ) [ ] { } < > | @ `;
  /// one that begins after a quote ends before that quote. A web address is none.
  std::string text(std::string_view text);

  /// What was done, "the host vm is host-1", "12 folders left out of paths"; for the reader.
  std::vector<std::string> done() const;

 private:
  std::string without_folders(std::string_view text);
  std::string with_other_hosts(std::string text) const;

  std::vector<std::pair<std::string, std::string>> hosts_;
  std::vector<std::string> paths_;  ///< the longest first
  int64_t paths_replaced_ = 0;
};

}  // namespace attn
