"""Opponents of ours: the driver asks them when it is their turn, the pool has the processes in which they think."""
