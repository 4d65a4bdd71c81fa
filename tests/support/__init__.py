"""What the tests share: mock APIs, the sandbox, terminals, shells and the drivers of the real clients."""
