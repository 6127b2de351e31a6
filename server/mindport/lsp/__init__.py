"""The language server; the only place that knows the Language Server Protocol."""

from mindport.lsp import quick_start

# Before anything below imports the protocol's types.
quick_start.install()
