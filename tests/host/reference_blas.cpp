// A BLAS that says nothing about itself, like the reference BLAS.
extern "C" __attribute__((visibility("default"))) void sgemm_() {}
