"""Games over the network: it holds no rules, calls the kernel's one door and stores records."""
