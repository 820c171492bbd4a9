# The models that need libtorch, each a plugin of that name.
set(SKALD_TORCH_NETWORKS lstm_next_word resnet18_gn resnet20 torchscript)
