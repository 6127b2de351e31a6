"""How well names and receivers are resolved: what was seen when code ran, against what the scan says."""
