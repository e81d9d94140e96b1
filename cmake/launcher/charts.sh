# What attn_plot needs to draw: a virtual environment with vl-convert-python in the user's cache, which all clones share,
# and its JavaScript bundle in $build/charts. Part of launcher.sh.

vl_convert=vl-convert-python==1.9.0.post1

# Without it a report has words and tables, so that this is no reason to end; the next start tries again.
provide_charts() {
  local folder=$build/charts
  chart_environment=${XDG_CACHE_HOME:-~/.cache}/attn_bench/${vl_convert/==/-}
  if [ -e "$folder/vega_bundle.js" ] && [ "$(cat "$folder/python")" = "$chart_environment/bin/python" ] && has_chart_tools; then
    return
  fi
  mkdir -p "${chart_environment%/*}" "$folder"
  if ! with_lock "$chart_environment.lock" make_chart_environment || ! write_bundle "$folder"; then
    say "$vl_convert could not be installed from PyPI: no charts"
  fi
}

# Whole only with the mark that is made last. Its Python is gone when the system's was replaced by a newer one.
has_chart_tools() { [ -e "$chart_environment/.whole" ] && [ -e "$(readlink -f "$chart_environment/bin/python")" ]; }

make_chart_environment() {
  if has_chart_tools; then return; fi
  say "installing $vl_convert from PyPI into $chart_environment, once for all clones (30 MB to load, 100 MB on disk)"
  rm -rf "$chart_environment"
  "$(base_python)" -m venv "$chart_environment" >&2 &&
    environment=$chart_environment pip_install --retries 1 --timeout 15 "$vl_convert" &&
    touch "$chart_environment/.whole"
}

# The path comes last: it says that the bundle is whole and of this environment.
write_bundle() {
  "$chart_environment/bin/python" -I -c 'import sys, vl_convert
with open(sys.argv[1], "w", encoding="utf-8") as file: file.write(vl_convert.javascript_bundle())' "$1/bundle.new" &&
    mv "$1/bundle.new" "$1/vega_bundle.js" &&
    echo "$chart_environment/bin/python" >"$1/python"
}
