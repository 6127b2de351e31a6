"""Runs a framework in a process of its own; the only part that imports torch or mindspore.

Modules here import each other relatively and nothing else of MindPort, so that any interpreter can run them by path.
"""
