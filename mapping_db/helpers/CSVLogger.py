# needs: LightningLogger
import csv
from pathlib import Path


class CSVLogger(LightningLogger):
    """Lightning's ``CSVLogger``: writes what is logged to ``metrics.csv``, a row for each step."""

    def __init__(self, save_dir="lightning_logs", name="lightning_logs", version=None, prefix="", **kwargs):
        self.save_dir, self.name, self.prefix, self._rows, self._version = save_dir, name or "", prefix, [], version

    @property
    def version(self):
        if self._version is None:
            folder = Path(self.save_dir) / self.name
            taken = [one.name[8:] for one in folder.glob("version_*") if one.name[8:].isdigit()]
            self._version = max(map(int, taken), default=-1) + 1
        return self._version

    @property
    def log_dir(self):
        version = self.version if isinstance(self.version, str) else f"version_{self.version}"
        return str(Path(self.save_dir) / self.name / version)

    @property
    def experiment(self):
        return self

    def log_metrics(self, metrics, step=None):
        self._rows.append({f"{self.prefix}{name}": float(value) for name, value in metrics.items()} | {"step": step})

    def save(self):
        if self._rows:
            names = list(dict.fromkeys(name for row in self._rows for name in row))
            Path(self.log_dir).mkdir(parents=True, exist_ok=True)
            with (Path(self.log_dir) / "metrics.csv").open("w", newline="") as stream:
                writer = csv.DictWriter(stream, names)
                writer.writeheader()
                writer.writerows(self._rows)
