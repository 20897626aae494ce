-- The language server through Neovim's own client.
-- usage: FRONT800=SERVER nvim --headless --clean -l neovim.lua (or -S)

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local function write(name, text)
  vim.fn.writefile(vim.split(text, "\n"), folder .. "/" .. name)
end
write("main.asm", " org $2000\nstart lda #VALUE\n jsr p.sub\n icl 'part.inc'\nVALUE = 5\n run start")
write("part.inc", ".proc p\nsub rts\n.endp")

local function check(what, good)
  if not good then
    io.stderr:write("Neovim: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

vim.cmd("edit " .. folder .. "/main.asm")
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = "front800", cmd = { vim.env.FRONT800, "lsp" }, root_dir = folder })
check("the server does not start", client and vim.lsp.buf_attach_client(buffer, client))
check("the server does not answer", vim.wait(20000, function()
  return #vim.lsp.buf_get_clients(buffer) > 0
end, 20))

local function ask(method, line, character)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = character },
  }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  check(method .. " has no answer", answers and answers[client] and answers[client].result)
  return answers[client].result
end

check("hover", ask("textDocument/hover", 2, 7).contents.value:find("p.sub"))
check("definition", ask("textDocument/definition", 2, 7).uri:find("part.inc"))
check("symbols", #ask("textDocument/documentSymbol", 0, 0) > 0)

-- A mistake is typed, seen, and taken back.
local function mistakes()
  return #vim.diagnostic.get(buffer)
end
vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { "start ldaa #VALUE" })
check("a mistake is not seen", vim.wait(20000, function() return mistakes() == 1 end, 20))
vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { "start lda #VALUE" })
check("a mistake does not go", vim.wait(20000, function() return mistakes() == 0 end, 20))

-- A source that has a mistake from the beginning is understood all the same.
write("broken.asm", " org $2000\nstart ldaa #5\n jmp start\n .proc p")
vim.cmd("edit " .. folder .. "/broken.asm")
buffer = vim.api.nvim_get_current_buf()
check("a second source is not attached", vim.lsp.buf_attach_client(buffer, client))
check("mistakes are not seen", vim.wait(20000, function() return mistakes() == 2 end, 20))
check("hover beside a mistake", ask("textDocument/hover", 2, 6).contents.value:find("`start`: label"))
check("definition beside a mistake", ask("textDocument/definition", 2, 6).range.start.line == 1)
check("references beside a mistake", #ask("textDocument/references", 2, 6) == 2)
check("symbols beside a mistake", #ask("textDocument/documentSymbol", 0, 0) == 2)

vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 20)
vim.fn.delete(folder, "rf")
local version = vim.version()
io.stdout:write(("Neovim %d.%d: diagnostics, hover, definition, symbols\n"):format(version.major, version.minor))
vim.cmd("qall!")
