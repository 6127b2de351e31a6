"""Trains the small Vision Transformer on the shapes and reports its accuracy.

    python train.py --epochs 2 --checkpoint vit.pth
"""

import argparse
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader

from data import CLASSES, ShapesDataset
from model import vit_tiny


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--weight-decay", type=float, default=0.01)
    parser.add_argument("--train-size", type=int, default=512)
    parser.add_argument("--test-size", type=int, default=128)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--max-steps", type=int, default=0, help="stop each epoch after so many steps (0: never)")
    parser.add_argument("--checkpoint", default="", help="where to save the best weights")
    parser.add_argument("--resume", default="", help="weights to start from")
    return parser.parse_args()


def set_seed(seed):
    """Same seed, same run. 固定所有随机源。"""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def train_one_epoch(model, loader, criterion, optimizer, device, epoch, max_steps=0):
    """One pass over the training set; returns the mean loss."""
    model.train()
    total_loss = 0.0
    steps = 0
    for step, (images, labels) in enumerate(loader):
        images = images.to(device)
        labels = labels.to(device)

        # 前向
        outputs = model(images)
        loss = criterion(outputs, labels)

        # 反向与参数更新
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        total_loss += loss.item()
        steps += 1
        print(f"epoch {epoch} step {step} loss {loss.item():.4f}")
        if max_steps and steps >= max_steps:
            break
    return total_loss / steps


@torch.no_grad()
def evaluate(model, loader, device):
    """Share of test images whose class is found."""
    model.eval()
    correct = 0
    total = 0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        predicted = torch.argmax(model(images), dim=1)
        correct += (predicted == labels).sum().item()
        total += labels.size(0)
    return correct / total


def main():
    args = parse_args()
    set_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    train_set = ShapesDataset(args.train_size, seed=args.seed)
    test_set = ShapesDataset(args.test_size, seed=args.seed + 1)
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True, drop_last=True)
    test_loader = DataLoader(test_set, batch_size=args.batch_size, shuffle=False)

    model = vit_tiny(num_classes=len(CLASSES)).to(device)
    if args.resume:
        model.load_state_dict(torch.load(args.resume, map_location=device))
    num_params = sum(p.numel() for p in model.parameters() if p.requires_grad)
    print(f"device: {device}, parameters: {num_params}")

    criterion = nn.CrossEntropyLoss()
    optimizer = optim.AdamW(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)

    best_accuracy = 0.0
    start = time.time()
    for epoch in range(args.epochs):
        loss = train_one_epoch(model, train_loader, criterion, optimizer, device, epoch, args.max_steps)
        accuracy = evaluate(model, test_loader, device)
        print(f"epoch {epoch} mean loss {loss:.4f} accuracy {accuracy:.3f}")
        if accuracy >= best_accuracy:
            best_accuracy = accuracy
            if args.checkpoint:
                os.makedirs(os.path.dirname(args.checkpoint) or ".", exist_ok=True)
                torch.save(model.state_dict(), args.checkpoint)  # 只保存精度最好的权重
    print(f"best accuracy {best_accuracy:.3f} in {time.time() - start:.1f} s")

    if args.checkpoint:
        # Reading the weights back must give the same model.
        restored = vit_tiny(num_classes=len(CLASSES)).to(device)
        restored.load_state_dict(torch.load(args.checkpoint, map_location=device))
        print(f"accuracy of {args.checkpoint}: {evaluate(restored, test_loader, device):.3f}")


if __name__ == "__main__":
    main()
