# The data sets that need libhdf5, each a plugin of that name.
set(SKALD_HDF5_DATASETS cifar100 emnist62 stackoverflow)
