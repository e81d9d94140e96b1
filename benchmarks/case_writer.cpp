#include "benchmarks/case_writer.h"

namespace attn {

CaseRow case_row_of(const RunIdentity& identity, const Case& benchmark_case, const CaseResult& result) {
  const AttentionShape& shape = benchmark_case.shape;
  return {.run_id = identity.run_id,
          .time_utc = utc_now(),
          .host = identity.host,
          .source = identity.source,
          .device = identity.device,
          .arch = identity.arch,
          .driver_version = identity.driver_version,
          .libtorch_version = identity.libtorch_version,
          .case_name = name_of(benchmark_case),
          .variant = benchmark_case.variant.name,
          .backend_ran = result.backend_ran,
          .dtype = std::string(name_of(shape.dtype)),
          .mask = std::string(name_of(shape.mask)),
          .batch = shape.batch,
          .q_heads = shape.q_heads,
          .kv_heads = shape.kv_heads,
          .q_len = shape.q_len,
          .kv_len = shape.kv_len,
          .head_dim = shape.head_dim,
          .cache = std::string(name_of(benchmark_case.cache)),
          .launch = std::string(name_of(benchmark_case.launch)),
          .threads = identity.threads,
          .status = std::string(name_of(result.status)),
          .flags = flags_of(result.rounds),
          .reason = result.reason};
}

namespace {

void append(ResultsDirectory& folder, const CaseRow& row, const CaseResult& result,
            const std::vector<MetricValue>& metrics, const std::vector<SampleRow>& samples) {
  const Observation nothing;
  const Observation& observed = result.observed ? *result.observed : nothing;
  folder.append_case(row, metrics, samples, observed.launches, kept_op_rows_of(result));
}

}  // namespace

void write_case(ResultsDirectory& folder, const RunIdentity& identity, const Case& benchmark_case,
                const CaseResult& result) {
  append(folder, case_row_of(identity, benchmark_case, result), result, metrics_of(benchmark_case, result),
         sample_rows_of(result));
}

void write_observation(ResultsDirectory& folder, const RunIdentity& identity, const Case& benchmark_case,
                       const CaseResult& result) {
  append(folder, case_row_of(identity, benchmark_case, result), result, launch_metrics_of(benchmark_case, result), {});
}

}  // namespace attn
