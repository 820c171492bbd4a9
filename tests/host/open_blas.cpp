// A BLAS that identifies itself as OpenBLAS does.
extern "C" __attribute__((visibility("default"))) void sgemm_() {}
extern "C" __attribute__((visibility("default"))) char* openblas_get_config() {
  static char name[] = "OpenBLAS 9.8.7 SINGLE_THREADED";
  return name;
}
