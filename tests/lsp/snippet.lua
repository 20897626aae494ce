-- Whether the settings of docs/editors.md, which Neovim has begun with, have a source's mistakes shown.
-- usage: nvim -u SETTINGS --headless BROKEN.asm -S snippet.lua

local good = vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
if not good then
  io.stderr:write("Neovim: the settings of docs/editors.md do nothing\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
