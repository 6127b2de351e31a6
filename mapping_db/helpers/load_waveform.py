import wave

import numpy as np
from mindspore import Tensor


def load_waveform(uri, frame_offset=0, num_frames=-1, normalize=True, channels_first=True, **kwargs):
    """Samples and rate of a WAV file of 16-bit or 32-bit whole numbers, as ``torchaudio.load``."""
    with wave.open(str(uri)) as file:
        rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
        if width not in (2, 4):
            raise ValueError(f"samples of {width} bytes: only 16-bit and 32-bit WAV files are read")
        file.setpos(frame_offset)
        frames = file.readframes(file.getnframes() if num_frames < 0 else num_frames)
    samples = np.frombuffer(frames, f"<i{width}").reshape(-1, channels)
    if normalize:
        samples = (samples / float(2 ** (8 * width - 1))).astype(np.float32)
    return Tensor(samples.T.copy() if channels_first else samples), rate
