"""What guides on moving to MindSpore show, in torch; prints the numbers that it makes."""

import json

import torch
from torch import nn
from torch.optim.lr_scheduler import ExponentialLR


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.linspace(-1.0, 1.0, 12).reshape(4, 3))
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(torch.matmul(x, self.weight))


def batch(number):
    return torch.sin(torch.linspace(0.0, 9.0 + number, 32)).reshape(8, 4), torch.arange(8) % 3


def one_step_after_another():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)
    loss_fn = nn.CrossEntropyLoss()
    losses = []
    for number in range(4):
        x, y = batch(number)
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


class Trainer:
    """Two losses, an evaluation after each epoch, the best weights kept."""

    def __init__(self, net, loss1, loss2, optimizer, train_set, eval_set):
        self.net = net
        self.loss1 = loss1
        self.loss2 = loss2
        self.optimizer = optimizer
        self.train_set = train_set
        self.eval_set = eval_set
        self.best = 0.0

    def train_single(self, inputs, labels):
        logits = self.net(inputs)
        loss1 = self.loss1(logits, labels)
        loss2 = self.loss2(logits, labels)
        loss = loss1 + loss2
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss, loss1, loss2

    def train(self, epochs):
        history = []
        for _ in range(epochs):
            self.net.train()
            for inputs, labels in self.train_set:
                loss, loss1, loss2 = self.train_single(inputs, labels)
                history.append([loss.item(), loss1.item(), loss2.item()])
            self.evaluate()
        return history

    def evaluate(self):
        self.net.eval()
        right, seen = 0, 0
        for inputs, labels in self.eval_set:
            right += (self.net(inputs).argmax(1) == labels).sum().item()
            seen += labels.shape[0]
        if right / seen >= self.best:
            self.best = right / seen
            torch.save(self.net.state_dict(), "best.ckpt")


def trained():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    data = [batch(0), batch(1)]
    trainer = Trainer(net, nn.CrossEntropyLoss(), nn.CrossEntropyLoss(label_smoothing=0.1), optimizer, data, [batch(2)])
    history = trainer.train(2)
    again = Net()
    again.load_state_dict(torch.load("best.ckpt"))
    again.eval()
    return history, again(batch(3)[0]).sum().item()


def rates():
    layer = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.01, momentum=0.9)
    scheduler = ExponentialLR(optimizer, gamma=0.9)
    found = []
    for _ in range(8):
        found.append(float(optimizer.param_groups[0]["lr"]))
        optimizer.zero_grad()
        loss = layer(torch.ones(1, 1)).sum()
        loss.backward()
        optimizer.step()
        scheduler.step()
    return found


def convolved():
    conv = nn.Conv2d(1, 1, kernel_size=3, stride=2, padding=1, bias=False)
    nn.init.constant_(conv.weight, 0.5)
    return conv(torch.arange(16.0).reshape(1, 1, 4, 4)).flatten().tolist()


def shuffled():
    return nn.PixelShuffle(2)(torch.arange(8.0).reshape(1, 8, 1, 1)).flatten().tolist()


def resized():
    up = nn.Upsample(scale_factor=2, mode="bilinear")
    return up(torch.arange(4.0).reshape(1, 1, 2, 2)).flatten().tolist()


history, restored = trained()
print(
    json.dumps(
        {
            "losses": one_step_after_another(),
            "history": history,
            "restored": restored,
            "rates": rates(),
            "convolved": convolved(),
            "shuffled": shuffled(),
            "resized": resized(),
        }
    )
)
