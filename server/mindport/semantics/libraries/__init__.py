"""Libraries that stand on torch: what their functions, classes and objects give."""
