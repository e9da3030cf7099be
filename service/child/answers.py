"""A child process from its own side: it answers questions until its input ends.

Each question and each answer comes after its length in four bytes.
"""

import os
import resource
import sys
from collections.abc import Callable
from typing import BinaryIO


def answer_all(answer: Callable[[bytes], bytes], memory_bytes: int) -> None:
    """Answer the questions on standard input, within this limit of address space."""
    # The server goes first if there are few processors.
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    serve(answer, sys.stdin.buffer, sys.stdout.buffer)


def serve(answer: Callable[[bytes], bytes], source: BinaryIO, sink: BinaryIO) -> None:
    """Answer the questions of a file until it ends."""
    while length := source.read(4):
        answered = answer(source.read(int.from_bytes(length)))
        sink.write(len(answered).to_bytes(4) + answered)
        sink.flush()
