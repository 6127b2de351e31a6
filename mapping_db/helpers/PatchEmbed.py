# needs: to_2tuple
from mindspore import nn


class PatchEmbed(nn.Cell):
    """The patches of an image as a sequence of vectors."""

    def __init__(
        self, img_size=224, patch_size=16, in_chans=3, embed_dim=768, norm_layer=None, flatten=True, bias=True
    ):
        super().__init__()
        self.img_size = None if img_size is None else to_2tuple(img_size)
        self.patch_size = to_2tuple(patch_size)
        if self.img_size is not None:
            self.grid_size = tuple(size // patch for size, patch in zip(self.img_size, self.patch_size))
            self.num_patches = self.grid_size[0] * self.grid_size[1]
        self.flatten = flatten
        patch = self.patch_size
        self.proj = nn.Conv2d(in_chans, embed_dim, patch, patch, pad_mode="pad", has_bias=bias)
        self.norm = norm_layer(embed_dim) if norm_layer else nn.Identity()

    def construct(self, x):
        x = self.proj(x)
        if self.flatten:
            x = x.flatten(start_dim=2).swapaxes(1, 2)
        return self.norm(x)
