import os


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Runs ``fn`` with the rank of this process: ``msrun`` starts one process a device, where torch's ``spawn`` forks them.

    Raises ``RuntimeError`` where another number of processes was started than the script asks for.
    """
    started = int(os.environ.get("MS_WORKER_NUM", "1"))
    if nprocs != started:
        ask = f"msrun --worker_num={nprocs} --local_worker_num={nprocs} --join=True SCRIPT"
        raise RuntimeError(f"{nprocs} processes are asked for and {started} started: {ask}")
    return fn(int(os.environ.get("RANK_ID", "0")), *args)
