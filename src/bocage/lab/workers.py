"""Work shared by several processes that can be interrupted at any moment without leaving one behind.

>>> sorted(share_work(abs, [-1, -2, -3], jobs=2))
[1, 2, 3]
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar

from bocage.kernel import BocageError

Item = TypeVar("Item")
Result = TypeVar("Result")


def share_work(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Generator[Result, None, None]:
    """The result of ``work`` for each item as soon as it is there: in order with one job, in any order with more."""
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
    else:
        yield from _in_processes(work, items, jobs)


def _in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Generator[Result, None, None]:
    """Each process takes its share of the items and has a pipe of its own, so that it can be ended at any moment."""
    context = get_context()
    processes: list[BaseProcess] = []
    pipes: list[Connection] = []
    try:
        with _interruptions_held():
            for first in range(jobs):
                pipe, other_end = context.Pipe(duplex=False)
                share = items[first::jobs]
                process = context.Process(target=_work_off, args=(pipe, other_end, work, share), daemon=True)
                process.start()
                other_end.close()
                processes.append(process)
                pipes.append(pipe)
        missing = len(items)
        while missing:
            for ready in wait(pipes):
                assert isinstance(ready, Connection)
                try:
                    result: Result = ready.recv()
                except EOFError:  # a process that is done, or that has died
                    pipes.remove(ready)
                    ready.close()
                else:
                    missing -= 1
                    yield result
            if missing and not pipes:
                raise BocageError(f"the processes ended with {missing} of {len(items)} games unplayed")
    finally:
        for started in processes:
            started.terminate()
        for started in processes:
            started.join()
        for pipe in pipes:
            pipe.close()


@contextmanager
def _interruptions_held() -> Iterator[None]:
    """Keep Ctrl-C waiting, so that what is begun here is complete when it comes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work_off(
    parents_end: Connection, results: Connection, work: Callable[[Item], Result], items: Sequence[Item]
) -> None:
    parents_end.close()  # so that the pipe breaks if the parent dies
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is the parent's to handle
    with suppress(BrokenPipeError):  # nobody waits for results any more
        for item in items:
            results.send(work(item))
