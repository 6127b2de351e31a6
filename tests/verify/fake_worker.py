"""A worker that runs no framework: answers as a script tells it, or misbehaves. Speaks the protocol by hand."""

import json
import os
import sys
import time

import numpy as np

framework, behaviour = sys.argv[1], sys.argv[2]


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def arrays(path, *values):
    np.savez(path, *values)
    return path


def output(values):
    return {"name": "output", "kind": "tensor", "dtype": str(values.dtype), "shape": list(values.shape), "array": 0}


def values():
    base = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    if behaviour == "nan":
        base[1, 2] = np.nan
    if behaviour == "shape":
        return base.reshape(4, 3)
    if behaviour == "off":
        base[0, 0] += 1e-3
    return base


def answer(method, params):
    if method == "prepare":
        file = arrays(params["out"])
        common = {"stand_ins": [], "entries": [], "unmigrated": [], "arrays": file, "is_module": True, "type": "M"}
        return {**common, "modules": [{"path": "", "classes": ["M"]}], "parameters": "()", "cells": [""]}
    if method == "load":
        return {"pairs": [], "missing": [], "unexpected": [], "notes": []}
    made = values()
    file = arrays(params["out"], made)
    empty = {"layers": [], "gradients": [], "cotangents": [], "state": []}
    return {**empty, "outputs": [output(made)], "arrays": file}


def misbehave(method):
    if method != "run":
        return
    if behaviour == "abort":
        os.abort()
    if behaviour == "exit":
        sys.exit(3)
    if behaviour == "hang":
        time.sleep(600)
    if behaviour == "deaf child":
        if os.fork() == 0:
            time.sleep(600)
        time.sleep(600)
    if behaviour == "noise":
        sys.stdout.write('loading 100%\r\n{"half": \nnull\n[1, 2]\n"text"\n')
    if behaviour == "memory":
        kept = []
        while True:
            kept.append(np.ones(2_000_000))
            time.sleep(0.001)


if behaviour == "no start":
    time.sleep(600)
if behaviour == "missing":
    send({"event": "failed", "error": {"kind": "missing", "message": f"No module named {framework!r}"}})
    sys.exit(1)
send({"event": "ready", "versions": {framework: "1.0", "python": "3"}})
for line in sys.stdin:
    request = json.loads(line)
    misbehave(request["method"])
    if behaviour == "nonsense" and request["method"] == "run":
        send({"id": request["id"], "result": {"surprise": 1}})
    elif behaviour == "error" and request["method"] == "run":
        error = {"kind": "error", "type": "ValueError", "message": "wrong shape", "where": "forward"}
        send({"id": request["id"], "error": error})
    else:
        send({"id": request["id"], "result": answer(request["method"], request["params"])})
