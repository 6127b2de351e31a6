"""The same by recipes that are often published for MindSpore, each with what sets it right where that is known."""

import json

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.linspace(-1.0, 1.0, 12).reshape(4, 3), ms.float32))
        self.norm = nn.BatchNorm1d(3, momentum=0.9)

    def construct(self, x):
        return self.norm(ops.matmul(x, self.weight))


def batch(number):
    return Tensor(np.sin(np.linspace(0.0, 9.0 + number, 32)).reshape(8, 4), ms.float32), Tensor(
        np.arange(8) % 3, ms.int32
    )


def one_step_after_another(train):
    net = Net()
    if train:
        net.set_train()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.5, momentum=0.9)
    loss_fn = nn.CrossEntropyLoss()

    def forward_fn(x, y):
        logits = net(x)
        return loss_fn(logits, y), logits

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)
    losses = []
    for number in range(4):
        (loss, _), grads = grad_fn(*batch(number))
        optimizer(grads)
        losses.append(float(loss))
    return losses


def convolved(**padding):
    conv = nn.Conv2d(1, 1, 3, stride=2, weight_init=0.5, **padding)
    return conv(Tensor(np.arange(16.0).reshape(1, 1, 4, 4), ms.float32)).asnumpy().ravel().tolist()


def shuffled():
    return ops.DepthToSpace(2)(Tensor(np.arange(8.0).reshape(1, 8, 1, 1), ms.float32)).asnumpy().ravel().tolist()


def resized(half):
    small = Tensor(np.arange(4.0).reshape(1, 1, 2, 2), ms.float32)
    return ops.ResizeBilinearV2(half_pixel_centers=half)(small, (4, 4)).asnumpy().ravel().tolist()


print(
    json.dumps(
        {
            "losses": one_step_after_another(False),
            "losses in train mode": one_step_after_another(True),
            "rates": nn.exponential_decay_lr(0.01, 0.9, 8, 4, 1),
            "rates by the step": nn.exponential_decay_lr(0.01, 0.9, 8, 1, 1),
            "convolved": convolved(),
            "convolved with padding": convolved(pad_mode="pad", padding=1),
            "shuffled": shuffled(),
            "resized": resized(False),
            "resized from centres": resized(True),
        }
    )
)
