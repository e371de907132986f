"""Games over the network that are never lost, and an API that others build on."""
