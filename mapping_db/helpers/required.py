class required:
    """As ``torch.optim.optimizer.required``: the default of an argument that must be given."""
