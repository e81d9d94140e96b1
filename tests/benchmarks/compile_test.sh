# Compiled variants without compiling: what is said where that can't be done. Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

export XDG_CACHE_HOME=$folder/cache

CompiledVariantsAreListedOnlyWhenAskedFor() {
  run 0 "${tiny[@]}" --benchmark_list_tests
  says_not out Compiled
  run 0 "${tiny[@]}" --benchmark_list_tests --compile
  says out '^NaiveCompiled/cpu/'
  says out '^NaiveInplaceCompiled/cpu/'
  says out '^SdpaAutoCompiled/cpu/'
}

WithoutACompilerTheyAreUnsupportedAndSayWhatToInstall() {
  CXX=$folder/no-such-compiler run 0 "${tiny[@]}" --compile '--benchmark_filter=^Naive(Compiled)?/'
  says out '^NaiveCompiled/.*unsupported: compiling needs a C\+\+ compiler; install one: apt-get install g\+\+'
  says out '1 ok, 1 unsupported'
}

OtherWordsAreRefused() { refused '--compile=.*static, dynamic' "${tiny[@]}" --compile=fast; }

"$1"
