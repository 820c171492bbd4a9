// A BLAS that identifies itself as OpenBLAS does.
extern "C" __attribute__((visibility("default"))) void sgemm_() {}
extern "C" __attribute__((visibility("default"))) const char* openblas_get_config() {
  return "OpenBLAS 9.8.7 SINGLE_THREADED";
}
