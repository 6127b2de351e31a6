-- One Neovim session: attach the server, wait for diagnostics, hover, take the preferred quick fix, save.
-- MINDPORT_PYTHON starts the server, MINDPORT_RESULT is the file that the facts are written to.

local facts = { diagnostics = {}, messages = {} }
local python = vim.env.MINDPORT_PYTHON
local result_file = vim.env.MINDPORT_RESULT

local function finish()
  local out = assert(io.open(result_file, "w"))
  out:write(vim.json.encode(facts))
  out:close()
  vim.cmd("qall!")
end

vim.lsp.handlers["window/showMessage"] = function(_, result)
  table.insert(facts.messages, result.message)
end

local client_id = vim.lsp.start_client({
  name = "mindport",
  cmd = { python, "-m", "mindport", "lsp", "--stdio" },
  root_dir = vim.fn.getcwd(),
  settings = { mindport = { target = "cpu", mindsporeVersion = "2.10.0", language = "en" } },
  init_options = { settings = { target = "cpu", mindsporeVersion = "2.10.0", language = "en" } },
})
vim.lsp.buf_attach_client(0, client_id)

local function diagnostics()
  return vim.diagnostic.get(0)
end

if not vim.wait(30000, function() return #diagnostics() > 0 end, 50) then
  facts.error = "no diagnostics"
  return finish()
end
for _, d in ipairs(diagnostics()) do
  local text = vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {})[1]
  table.insert(facts.diagnostics, { text = text, message = d.message, source = d.source })
end

local function place(word)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(word, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column })
      return
    end
  end
end

place("nn.BatchNorm1d")
local position = vim.lsp.util.make_position_params()
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", position, 10000)
facts.hover = hover and hover[client_id] and hover[client_id].result and hover[client_id].result.contents.value

local range = vim.lsp.util.make_range_params()
range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
local found = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 10000)
for _, action in ipairs(found and found[client_id] and found[client_id].result or {}) do
  if action.isPreferred then
    facts.action = action.title
    if not action.edit then
      local resolved = vim.lsp.buf_request_sync(0, "codeAction/resolve", action, 10000)
      action = resolved[client_id].result
    end
    vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client_id).offset_encoding)
    break
  end
end
vim.cmd("write!")
finish()
