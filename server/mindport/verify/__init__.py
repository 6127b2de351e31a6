"""Equivalence of a torch model and its MindSpore version, judged from runs in child processes."""
