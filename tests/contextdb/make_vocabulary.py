#!/usr/bin/env python3
"""Make ``ctxdb_hooks/contextdb/vocabulary/cl100k.z`` from ``cl100k_base.tiktoken`` (a path, the only argument).

The tokens in order of rank, each behind a byte that tells its length, compressed.
"""

import sys
import zlib
from base64 import b64decode
from pathlib import Path

TARGET = Path(__file__).parents[2] / "ctxdb_hooks" / "contextdb" / "vocabulary" / "cl100k.z"

if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_bytes().split(b"\n")
    tokens = [b64decode(line.split()[0]) for line in lines if line]
    TARGET.write_bytes(zlib.compress(b"".join(bytes([len(token)]) + token for token in tokens), 9))
