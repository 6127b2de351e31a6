from pathlib import Path


class CocoDetection:
    """As ``torchvision.datasets.CocoDetection``: images and their annotations, read from the files by index."""

    def __init__(self, root, annFile, transform=None, target_transform=None, transforms=None):
        from pycocotools.coco import COCO

        self.root, self.coco = root, COCO(annFile)
        self.ids = sorted(self.coco.imgs)
        self.transform, self.target_transform, self.transforms = transform, target_transform, transforms

    def _load_image(self, id):
        from PIL import Image

        return Image.open(Path(self.root) / self.coco.loadImgs(id)[0]["file_name"]).convert("RGB")

    def _load_target(self, id):
        return self.coco.loadAnns(self.coco.getAnnIds(id))

    def __getitem__(self, index):
        image, target = self._load_image(self.ids[index]), self._load_target(self.ids[index])
        if self.transforms is not None:
            return self.transforms(image, target)
        image = image if self.transform is None else self.transform(image)
        return image, target if self.target_transform is None else self.target_transform(target)

    def __len__(self):
        return len(self.ids)
