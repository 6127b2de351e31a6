"""Weights of a model in both frameworks: names, shapes, files."""
