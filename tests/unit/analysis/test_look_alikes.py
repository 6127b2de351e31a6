"""What looks like a Tensor and is none: never said to be one, other than as a guess."""

from __future__ import annotations

import pytest

from mindport.analysis.analyze import analyze
from mindport.mapping import index as mapping_index
from mindport.syntax.source import SourceFile

_INDEX = mapping_index.load()
HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nimport numpy as np\n"

NUMPY = """
np.zeros(3).sum() | np.ones((2, 2)).reshape(4).mean() | np.array([1]).item() | np.asarray(x).squeeze() | np.arange(4).view('i4')
np.stack(xs).transpose(1, 0) | np.concatenate(xs).flatten().max() | np.random.rand(3).clip(0, 1) | np.linspace(0, 1).cumsum()
a = np.eye(3); a.T; a.shape; a.dtype; a.ndim | a = np.load('x.npy'); a.mean(0).std() | a = np.where(c, 1, 2); a.any(); a.all()
a = np.zeros(3); b = a + 1; b.sum(); (b * 2).min() | a = np.ones(3); a[0].item(); a[1:].prod() | a = np.argmax(x); a.item()
a = torch.ones(2).numpy(); a.mean() | a = torch.ones(2).detach().cpu().numpy(); (a - 1).sum() | np.linalg.norm(x).item()
for row in np.eye(3): row.sum() | m = np.eye(2) > 0; m.any(); m.nonzero() | np.fromfile(f).reshape(2, 2).copy()
a = np.ones(2); a.sort(); a.argsort(); a.round() | a, b = np.split(x, 2); a.sum(); b.sum() | np.ma.array(x).filled().sum()
a = np.float32(1); a.item(); a.real | r = np.random.RandomState(0); r.normal(size=3).sum() | np.memmap(f).flatten()
def f(a: np.ndarray): a.sum(); a.view(); a.shape | a = [np.ones(1)]; a[0].mean() | d = {'a': np.ones(1)}; d['a'].sum()
if isinstance(v, np.ndarray): v.mean(); v.reshape(1) | a = np.ones(2); a = a.astype('f'); a.max() | (1 + np.ones(2)).repeat(2)
"""
PANDAS = """
import pandas as pd; pd.DataFrame(x).mean() | import pandas as pd; pd.read_csv(f).values | df.abs() | df['a'].sum() | df.shape
import pandas as pd; s = pd.Series(x); s.unique(); s.max() | df.to('x') | df.loc[0].std() | df.groupby('a').size() | df.T
import pandas as pd; df = pd.read_csv(f); df['a'].values.reshape(-1) | df.apply(g).round() | df.where(c).fillna(0) | df.sort_values('a').index
"""
BUILTINS = """
[3, 1].sort() | [1].index(1) | [1].copy() | xs = [1]; xs.reverse(); xs.count(1) | {}.values() | {1: 2}.items() | {}.get('a')
d = dict(a=1); d.values(); d.copy() | 'a b'.split() | 'abc'.index('a') | 'x'.format(1) | s = 'a'; s.expandtabs(); s.count('a')
(1, 2).index(1) | t = (1, 2); t.count(1) | {1}.add(2) | s = {1, 2}; s.copy() | b'a'.split() | (3).real | 1.5.is_integer() | (1j).imag
x = 3; x.real; x.bit_length() | x = 1.5; x.real | x = True; x.real | x = int('3'); x.numerator | x = len(xs); x.real | range(3).index(1)
x = str(y); x.split(','); x.index('b') | ','.join(xs).split() | open('f').read().split() | bytearray(3).copy() | memoryview(b'a').shape
x = torch.ones(2).tolist(); x.sort(); x.index(1) | x = torch.ones(1).item(); x.real | n = torch.ones(2).size(0); n.real
b, c = torch.ones(2, 3).shape; b.real | torch.ones(1).dim().real | x = torch.ones(2).shape; x.index(1); x.count(2) | x = torch.ones(1).ndim; x.real
for k in {}: k.sum() | for i, v in enumerate('ab'): v.split(); i.real | f'{x}'.split() | x = [] ; x.append(1); x[0].real | max(1, 2).real
d = {'a': 1}; d['a'].real | d = {}; d.setdefault('a', []).sort() | sum([1, 2]).real | x = round(1.5); x.real | x = abs(-1); x.real
"""
OBJECTS = """
from queue import Queue; q = Queue(); q.size() | q.size() | from queue import Queue; Queue().get().size | import queue; queue.Queue().put(1)
import socket; s = socket.socket(); s.send(b''); s.type | sock.close() | import re; re.match('a', 'b').expand('x') | m.group(0).split()
import re; m = re.search(a, b); m.expand('x') | from PIL import Image; Image.open(f).size | img.resize((2, 2)).rotate(3) | img.size[0].real
from PIL import Image; i = Image.open(f); i.split(); i.copy() | from pathlib import Path; Path('a').name | p.rename('x') | p.expanduser()
import datetime; datetime.datetime.now().min | import decimal; decimal.Decimal(1).exp() | from fractions import Fraction; Fraction(1).real
import threading; threading.Thread().name | import random; random.Random().sample(x, 2).sort() | logger.log(1) | writer.add(1) | cursor.close()
import argparse; a = argparse.ArgumentParser().parse_args(); a.size; a.data; a.device | args.device | cfg.shape | config.dtype | opt.data
response.data | request.data.split() | node.data | event.type | job.repeat(3) | timer.repeat(2) | tree.size() | screen.fill(0) | canvas.flatten()
import collections; collections.Counter().values() | import collections; collections.deque().copy() | collections.OrderedDict().values()
import itertools; itertools.repeat(1).index | import json; json.loads(s)['a'].split() | import os; os.environ.get('a').split() | os.stat(f).size
import logging; logging.getLogger().log(1) | import sympy; sympy.expand(x).diff() | import hashlib; hashlib.md5().digest().split()
proc.wait() | requests.get('x').data | client.get(1).data.split() | session.add(1) | model_name.split('/') | loss_name.split() | layer_names.sort()
"""
LIBRARIES = """
import tensorflow as tf; tf.ones(1).sum() | import tensorflow as tf; x = tf.constant(1); x.numpy(); x.shape | import tensorflow as tf; tf.Variable(1).assign(2).numpy()
import jax.numpy as jnp; jnp.ones(1).sum() | import jax.numpy as jnp; x = jnp.zeros(2); x.reshape(1).mean() | import jax; jax.random.normal(k).std()
import paddle; paddle.ones([1]).sum() | import cupy as cp; cp.ones(1).sum() | import mindspore as ms; ms.Tensor([1]).abs() | import mxnet as mx; mx.nd.ones(1).sum()
import xarray as xr; xr.DataArray(x).mean() | import dask.array as da; da.ones(3).sum() | import polars as pl; pl.DataFrame().mean() | import cv2; cv2.imread(f).shape
import scipy.sparse as sp; sp.eye(3).sum() | import scipy; scipy.linalg.norm(x).item() | from sklearn.svm import SVC; SVC().fit(x, y).score(x, y)
import einops; einops.rearrange(np.ones(1), 'a -> a').sum() | from einops import rearrange; rearrange(y, 'a -> a').view | import h5py; h5py.File(f)['a'].shape
import networkx as nx; nx.Graph().size() | import shapely; shapely.Point(1, 2).data | import matplotlib.pyplot as plt; plt.gca().fill(1) | import zarr; zarr.open(f).shape
"""
OWN = """
class A:|    def view(self): return 3|    def f(self): return self.view().real
class Box:|    size = 3|b = Box(); b.size; b.size.real
class V:|    def sum(self): return 'a'|v = V(); v.sum().split(); v.sum()
class W:|    def detach(self): return self|    def item(self): return 1|w = W(); w.detach().item()
class M(nn.Module):|    def size(self): return 3|m = M(1); m.size()
class M(nn.Module):|    def view(self, x): return x|    def forward(self, x): return self.view(3)
class P:|    @property|    def shape(self): return (1, 2)|P().shape; P().shape.index(1)
def view(x): return 3|view(torch.ones(1)).real
def torch_like(): return [1]|torch_like().sort()
class C:|    torch = None|    def f(self): self.torch.ones(1).sum()
def f(torch): torch.ones(2).sum()
def f():|    torch = load()|    torch.ones(2).sum()
for torch in things: torch.ones(1).sum()
class D(dict): pass|D().values(); D().copy()
class L(list): pass|L().sort(); L().index(1)
import enum|class E(enum.Enum):|    A = 1|E.A.data; E.A.name
from dataclasses import dataclass|@dataclass|class R:|    data: str|R('a').data.split()
from dataclasses import dataclass|@dataclass|class R:|    n: int|R(1).n.real
from typing import NamedTuple|class N(NamedTuple):|    data: str|N('a').data.index('a')
class S(str): pass|S('a').split()
def f(x: str): x.split()
from typing import Union|def f(x: Union[torch.Tensor, np.ndarray]): x.mean(); x.reshape(1); x.shape
from typing import Union|def f(x: Union[torch.Tensor, list[torch.Tensor]]): x.index(1); x.copy(); x.sort()
from typing import Union|def f(x: Union[torch.Tensor, float]): x.real; x.imag
from typing import Union|def f(x: Union[torch.Tensor, str]): x.split(','); x.index('a')
from typing import Union|def f(x: Union[torch.Tensor, dict[str, torch.Tensor]]): x.values()
from typing import Union|def f(x: Union[torch.Tensor, np.ndarray]):|    if isinstance(x, np.ndarray):|        x.sum(); x.item()
from typing import Union|def f(x: Union[torch.Tensor, list[int]]):|    if isinstance(x, torch.Tensor):|        return|    x.sort(); x.index(1)
from typing import Union|def f(x: Union[torch.Tensor, Sparse]): x.size(0); x.device
def f(x: torch.Tensor):|    x = to_numpy(x)|    x.mean()
from typing import Union|class M(nn.Module):|    def f(self, x: Union[np.ndarray, torch.Tensor, None] = None):|        if x is not None:|            x.flatten()
class M(nn.Module):|    def weigh(self, a): return np.diag(np.array(a.flatten())[0] + a.sum(1))
class M(nn.Module):|    def make(self, p): return p.shape[0] + len(np.tile(p, 3))
class M(nn.Module):|    def __init__(self):|        self.p = np.stack(np.meshgrid(x, y)); self.make(self.p)|    def make(self, p): return p.shape[0]
class M(nn.Module):|    def fill(self):|        y = torch.zeros(self.parts[0].shape)|        y[0] = torch.from_numpy(self.parts[0].real)
class M(nn.Module):|    def fill(self, a):|        y = torch.zeros(a.shape)|        y[0] = torch.from_numpy(a)
class A:|    def make(self): self.g = np.zeros(3)|class B(A, nn.Module):|    def build(self):|        self.make(); n = self.g.shape; self.g = torch.zeros(n)
class Point:|    def abs(self): return 3|    def pow(self, n): return self|def f(p): return p.abs(), p.pow(2)
class Axes:|    def register_buffer(self, name, value): self.name = value|    def f(self, v): self.register_buffer('a', v); self.a.sum(); self.a.shape
from PIL import Image|def f(i): return i.entropy().mean()
from scipy import stats|def f(d): return d.entropy().mean()
import pandas as pd|def f(s): return s.abs().sum(), s.pow(2).mean()
import polars as pl|def f(s): return s.sin(), s.abs(), s.floor()
def f(a): return a.transpose(1, 0), a.transpose(-1, -2), a.transpose(0, 1)
def f(song): return song.transpose(5), song.transpose(up=2)
def f(tree): return tree.flatten(), tree.flatten('C'), tree.flatten(order='C')
def f(a, kind): return a.view('i4' + kind), a.view(kind + 1)
def f(q, unit): return 2 * q.to(unit), q.to('m') + 1
def f(a, axis): return a.sum(axis), a.sum((0, 1)), a.mean([axis])
def f(rows): rows[0].neg_; return rows[0, 'a']
from typing import Union|def f(x: Union[np.ndarray, torch.Tensor, None] = None): return (x > 0).any(0), (~(x > 0)).sum()
def f(s): return s.shape[-2:].numel(), s.info.shape[1:].numel()
def f(vae, x: torch.Tensor): return vae.encode(x).latent_dist.mode()
def f(make, x: torch.Tensor):|    b = make(x)|    b.pop('mask')|    b.to('cuda'); b.device
def f(things, device):|    for a in things:|        if hasattr(a, 'to'): a.to(device)
def f(s): return s[s > 0].min(), s.max()
import pandas as pd|def f(s): return s[s > 0].min(), (s == 1).sum()
def f(queue): n = queue.size() + 1; m = queue.size(); return n, m
def f(a, b): return (a == b).sum(), (a == b).any(), (a is b).to(3), (a in b).float()
def f(a, b): return ((a - b) ** 2).mean(), (a - b).sum()
class M(nn.Module):|    def far(self, a, b): return ((a.mean - np.stack(b)) ** 2).mean()
def f(a, kind): return 2 * a.to(kind), 2 * a.to('m')
from typing import Union|def f(x: Union[np.ndarray, torch.Tensor]): return x.shape, x.mean()|def g(d): f(d.any); f(torch.ones(4))
def f(x): return x.shape, np.squeeze(x, 0)|def g(d): f(d.any); f(torch.ones(4))
def f(x: torch.Tensor):|    x = as_array(x)|    x.sum()
def f(x: torch.Tensor):|    x = make_list(x)|    x.sort()
def f(x: torch.Tensor):|    import json|    x = json.dumps(x)|    x.split(',')
def f(x: torch.Tensor):|    y = load(x)|    y.split(',')
def f(x: torch.Tensor):|    x = convert_to_image(x)|    x.size; x.resize((2, 2))
def f(x: torch.Tensor):|    x, n = pad(x)|    n.real; n.sum()
def f(x: list): x.sort()
def f(x: dict): x.values()
def f(x: int): x.real
def f(x=3): x.real
def f(name='a'): name.split()
def f(img): img.size; img.convert('RGB').resize((2, 2))
def f(s): s.strip().split(); s.index('a')
def f(df): df['a'].mean(); df.shape
def f(d): d.keys(); d.values()
def f(q): q.put(1); q.get()
def f(args): args.device; args.size
def f(cfg): cfg.data; cfg.dtype; cfg.shape
def f(fn): fn(1).sum()
def f(logger): logger.log(1); logger.name
def f(node): node.data; node.size
def f(m): m.cuda(); m.parameters(); m.train()
def f(m): m.to('cpu'); m.eval()
def f(opt): opt.step(); opt.zero_grad(); opt.data
x = torch.ones(1)|x = load()|x.sum()
if c:|    x = torch.ones(1)|else:|    x = load()|x.sum()
x = torch.ones(1)|def f(x): return x.split(',')
x = [t for t in names]|x.sort()
with open(f) as x: x.read().split()
try:|    x = torch.ones(1)|except E as x:|    x.args.index(1)
lambda s: s.split(',')
def f(v):|    if isinstance(v, str):|        v.split(); v.index('a')
def f(v):|    if isinstance(v, (list, tuple)):|        v.index(1); v.count(2)
def f(v):|    if isinstance(v, torch.Tensor):|        return|    v.sum()
def f(v):|    if torch.is_tensor(v):|        v = v.numpy()|    v.mean()
def f(d):|    for k in d:|        d[k] = np.asarray(d[k])|    d['a'].mean(); d['a'].shape
def f(d):|    for k in d.keys():|        if k != 'name':|            d[k] = torch.tensor(d[k])|    d['name'].split('a'); d['a'].repeat(2)
def f(d):|    for k, v in d.items():|        if v is None:|            continue|        d[k] = torch.tensor(v)|    d['a'].sum(); d['a'].split(',')
def f(d, e):|    for k in d:|        e[k] = torch.tensor(d[k])|    d['a'].sum(); d['a'].split(',')
def f(d):|    for k in d:|        try:|            d[k] = torch.tensor(d[k])|        except ValueError:|            pass|    d['a'].split(',')
def f(layers):|    m = next(layers)|    m.to(my_device()); m.eval()
def f(nets):|    m = nets.next()|    m.to(self.device)
def f(units):|    q = next(units)|    q.to('metre'); q.to(other)
def f(m): torch.save(m.cuda(), 'a'); torch.compile(m.to('cpu')); torch.jit.script(m.cuda()); torch.onnx.export(m.to('cpu'), x, 'a')
def f(m): torch.nn.utils.spectral_norm(m.cuda()); torch.fx.symbolic_trace(m.to('cpu')); torch.func.functional_call(m.to('cpu'), p, x)
def f(xs): max(xs).real; max(x for x in names).split(','); max(torch.ones(1).item(), 3).real
import pandas as pd|def f(df): df['loss'].item(); df['loss'].mean()
import jax|def f(d): d['loss'].item()
def f(d): d['name'].item(); d['loss'].item(3)
class N(nn.Module):|    def embed(self, ids):|        n = ids.shape[1]|        return self.table(torch.LongTensor(ids)) + n
class N(nn.Module):|    def embed(self, ids):|        a = np.asarray(ids)|        return ids.ndim, ids.shape
def f(net, names):|    for p, name in zip(net.parameters(), names):|        name.split('.'); name.index('a')
def f(net, specs):|    for p, s in zip(net.parameters(), specs):|        s.data.run(); s.config; s.shape
def f(items):|    for i in items:|        i.data.split('a')
def f(d): d['a'].append(3); d['a'].sort()
from collections import defaultdict|d = defaultdict(list)|d['a'].append(torch.ones(1))|d['a'].sort(); d['a'].index(1); d.values()
from collections import defaultdict|def f(k):|    d = defaultdict(list)|    d[k].append(torch.ones(1)); d[k].append('a')|    d[k][0].split('a'); d[k][0].index('a')
from collections import defaultdict|d = defaultdict(dict)|d['a']['b'] = 'c'|d['a']['b'].split(); d['a'].values()
def hook(module, args, out): args.split('a'); out.boxes; out.split()|register_forward_hook(hook)
def f(self, model, name): model._modules[name].requires_grad_(False); self.layers[0].requires_grad_(False)
def hook(a, b): b.split('x')|m.register_forward_hook(hook)
def f(m, k): m.register_forward_hook(lambda a, b, c: names.append(k.split('.')))
import tensorflow as tf|def f(p): p.grad; p.mean
import jax|def f(h): h.squeeze(0).sum().pow(2)
import pandas as pd|def f(s): s.pow(2); s.mean().pow(2)
import sympy|def f(s): s.pow(2)
def f(x): x.sort(reverse=True); x.sort(); x.argsort()
def f(b): b.view('i4'); b.view(np.float32); b.view(t)
def f(a, b): return g(a), g('x')|def g(x): return x.split('a')
def g(x): return x.split("a")|def f(a): return g(torch.ones(1)), g("a")
def g(x): return x.mean()|def f(a): return g(torch.ones(1)), g(np.ones(1))
def f(x, n): out = n.layers[0](x); out.stddev; return out.mean
def f(x): return x[1:].split('a'), x[0].index(1)
def f(samples): return [s.split() for s in samples]
def f(batch):|    names, n = batch|    names.sort(); names.split(',')
def f(batch):|    names, n = batch|    return names.to(x), names['a']
with open(f) as x:|    for line in x:|        line.split(); line.index('a')
from tqdm import tqdm|def f(words):|    with tqdm(words) as bar:|        for w in bar:|            w.split('a'); bar.name
def f(a, b): (a == b).any(); (a > b).all(); (a == b).sum(); (a < b).mean()
def f(a, b): (a == b).astype(float).mean(); (a > b).nonzero()
model = nn.Linear(1, 2)|model.to('cpu'); model.half(); model.float(); model.type(torch.half)
model = nn.Sequential()|model.cuda(); model.cpu(); model.double(); model.apply(f)
sd = nn.Linear(1, 2).state_dict()|sd.values(); sd.copy()
opt = torch.optim.SGD(p, 1)|opt.step(); opt.state.values()
dl = torch.utils.data.DataLoader(d)|dl.dataset.data_name.split()
dt = torch.float32|dt.itemsize; dt.is_floating_point
dev = torch.device('cpu')|dev.type.split(); dev.index
g = torch.Generator()|g.device; g.get_state
s = torch.Size([1])|s.count(1); s.index(1)
p = nn.ParameterDict()|p.values(); p.items()
ml = nn.ModuleList()|ml.append(1); ml.insert(0, 1)
ckpt = torch.load(f)|ckpt['a'].split(); ckpt.values()
torch.cuda.current_device().real
torch.__version__.split('.')
torch.get_default_dtype().itemsize
"""


def _snippets(block: str) -> list[str]:
    return [part.strip() for line in block.strip().splitlines() for part in line.split(" | ")]


def _statements(block: str) -> list[str]:
    return [line.replace("|", "\n") for line in block.strip().splitlines()]


SNIPPETS = [
    *(s for block in (NUMPY, PANDAS, BUILTINS, OBJECTS, LIBRARIES) for s in _snippets(block)),
    *_statements(OWN),
]


def certain_tensor_members(text: str) -> list[str]:
    source = SourceFile.parse(HEAD + text + "\n")
    assert source.tree is not None, text
    first = len(HEAD)
    return [
        use.api
        for use in analyze(source, _INDEX).uses
        if use.api.startswith("torch.Tensor.")
        and use.certainty.value != "guessed"
        and use.span.start >= first
        # What makes the look-alike of a Tensor is a Tensor's own.
        and not source.text[: use.span.start]
        .rstrip(".")
        .endswith(("torch.ones(2)", "torch.ones(1)", "torch.ones(2, 3)"))
        and use.api.rpartition(".")[2] not in ("cpu", "numpy")
    ]


def test_there_are_many() -> None:
    assert len(set(SNIPPETS)) >= 230


@pytest.mark.parametrize("text", SNIPPETS)
def test_look_alikes_are_no_tensors(text: str) -> None:
    assert certain_tensor_members(text) == []


WITHOUT_NUMPY = """
def f(x: torch.Tensor):|    a = x.detach().cpu().numpy()|    c = a if a.ndim == 2 else a[None]|    c.tolist(); c.mean(0).tolist()
def f(x: torch.Tensor):|    a = x.numpy()|    b = a[a > 0]|    b.tolist(); (a + 1).tolist()|    for r in a: r.tolist()
def f(x: torch.Tensor):|    a, total = x.numpy(), 0|    for r in a: total = total + r|    total.tolist()
def f(x: torch.Tensor, y):|    a = x.numpy() if y else 0.5|    a.tolist(); a.shape
def to_np(x): return x.detach().cpu().numpy()|def g(x):|    d = [to_np(i) for i in x]|    e = d[0] if len(d) > 1 else d|    e.tolist()
def f(h):|    import numpy as np|    return int(np.prod(h.shape)) * np.dtype(h.dtype).itemsize
def f(h):|    if isinstance(h, (int, float)): h.tolist()
def f(b): e = b[0]; e.dtype.name; e.shape
def f(b):|    if torch.is_tensor(b[0]): return torch.stack(b)|    e = b[0]|    b[0].dtype; e.dtype
def f(b):|    if isinstance(b.x, torch.Tensor): return 1|    elif b.y: b.x.dtype
def f(h):|    if isinstance(h, (str, list)): h.tolist()
def f(h):|    if isinstance(h, tuple): h.tolist()
def f(h):|    if isinstance(h, dict): h.tolist()
def f(cfg): cfg.mean.tolist(); cfg.x.y.tolist(); cfg.sizes[0].shape
import nibabel as nib|v = nib.load(x).get_fdata()|v[..., 0].tolist()
import nibabel as nib|def f(x):|    v = nib.load(x).get_fdata()|    return v[..., 0].tolist(), v.shape
import SimpleITK as sitk|def f(x):|    a = sitk.GetArrayFromImage(x)|    a.tolist(); a[..., None].mean(0)
import gym|env = gym.make(x)|def run(policy):|    s = env.reset()|    s.tolist(); s.mean(0).tolist()
import librosa|def f(x):|    y, sr = librosa.load(x)|    y.tolist(); y.T.tolist()
import soundfile as sf|def f(x):|    y, sr = sf.read(x)|    y.tolist()
import cv2|def f(x):|    im = cv2.imread(x)|    im.tolist(); im[:, :, ::-1].tolist(); im.shape
import h5py|with h5py.File(x) as f: f['x'][:].tolist()
import faiss|d, i = faiss.IndexFlatL2(3).search(x, 5)|i.tolist(); d[0].tolist()
from sklearn import metrics|def f(y, p):|    fpr, tpr, t = metrics.roc_curve(y, p)|    fpr.tolist()
from sklearn.cluster import KMeans|KMeans(3).fit(x).labels_.tolist()
from decord import VideoReader|VideoReader(x).get_batch([1]).asnumpy().tolist()
import onnxruntime as ort|ort.InferenceSession(x).run(None, {})[0].tolist()
import trimesh|m = trimesh.load(x)|m.vertices.tolist(); m.vertices.mean(0)
def f(self, x):|    y = self.context.convert_to_ndarray(self.observe(x))|    assert len(y.shape) < 2|    return y.tolist() if len(y.shape) else y.item()
class Boxes:|    def __init__(self, t: torch.Tensor): self.t = t|    def clone(self): return Boxes(self.t)|    def tolist(self): ...|Boxes(y).clone().tolist()
def f(line):|    for i in range(len(line)): i.tolist()
def f(model):|    for i, (n, p) in enumerate(model.named_parameters()): i.tolist(); n.tolist()
def f(x: torch.Tensor): x.shape[-1].tolist(); x.size()[1:].tolist(); len(x).tolist(); float(x).tolist(); x.stride().tolist()
def f(x):|    x = x.astype('float32')|    x.mean(0).tolist(); x[..., None].tolist()
def f(x):|    y = x.asnumpy()|    y.tolist(); y.mean(0).tolist()
def f(df):|    x = df['a'].to_numpy()|    x.tolist(); x.shape
def f(m):|    m.toarray().sum(1).tolist(); m.todense().tolist()
from utils import to_numpy|def f(x: torch.Tensor):|    y = to_numpy(x)|    y.tolist(); y.mean(0).tolist()
from utils import tensor2np, as_array|def f(x: torch.Tensor):|    y, z = tensor2np(x), as_array(x)|    y.tolist(); z.tolist()
def f(model, net):|    model = model.bfloat16()|    net.bfloat16(); net.half(); model.double()
class A:|    def f(self): self.unet.bfloat16(); self.model = self.model.bfloat16()
m = nn.Linear(3, 3)|o = torch.optim.SGD(m.parameters(), 0.1)|o.param_groups[0]['lr'].tolist(); o.tolist(); m.state_dict().tolist()
"""


def test_there_are_more() -> None:
    assert len(list(_statements(WITHOUT_NUMPY))) >= 35


@pytest.mark.parametrize("text", _statements(WITHOUT_NUMPY))
def test_where_numpy_is_not_imported_arrays_are_none_either(text: str) -> None:
    source = SourceFile.parse("import torch\nfrom torch import nn\n" + text + "\n")
    assert source.tree is not None, text
    sure = [
        use for use in analyze(source, _INDEX).uses if use.certainty.value != "guessed" and use.receiver is not None
    ]
    own = ("detach", "cpu", "numpy", "shape", "size", "stride")  # of ``x``, which is a Tensor
    assert [
        u.api
        for u in sure
        if u.api.startswith("torch.Tensor.") and not (u.api.endswith(own) and ("x: torch" in text or "to_np" in text))
    ] == []
