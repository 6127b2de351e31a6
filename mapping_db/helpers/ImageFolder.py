from pathlib import Path

from PIL import Image


class ImageFolder:
    """Images in a folder for each class, as torchvision's."""

    endings = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")

    def __init__(self, root, transform=None, target_transform=None, loader=None, is_valid_file=None):
        self.root = root
        self.transform = transform
        self.target_transform = target_transform
        self.loader = loader or (lambda path: Image.open(path).convert("RGB"))
        self.classes = sorted(entry.name for entry in Path(root).expanduser().iterdir() if entry.is_dir())
        self.class_to_idx = {name: number for number, name in enumerate(self.classes)}
        wanted = is_valid_file or (lambda path: path.lower().endswith(self.endings))
        self.samples = [
            (str(path), self.class_to_idx[name])
            for name in self.classes
            for path in sorted((Path(root).expanduser() / name).rglob("*"))
            if path.is_file() and wanted(str(path))
        ]
        self.imgs = self.samples
        self.targets = [label for _, label in self.samples]

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]
        image = self.loader(path)
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return image, label
