// stylua --check for folders, with StyLua compiled to WebAssembly (the registry's
// binary package downloads its program from elsewhere).
// usage: node format.mjs [--write] FOLDER…
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as stylua from '@johnnymorganz/stylua'

const args = process.argv.slice(2)
const write = args[0] === '--write'
if (write) args.shift()

// As in editors/nvim/stylua.toml, which people's own StyLua reads.
function config() {
  const c = stylua.Config.new()
  c.column_width = 100
  c.indent_type = stylua.IndentType.Spaces
  c.indent_width = 2
  c.quote_style = stylua.QuoteStyle.AutoPreferSingle
  c.call_parentheses = stylua.CallParenType.Always
  return c
}

let wrong = 0
for (const folder of args) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.lua')) continue
    const path = join(folder, name)
    const text = readFileSync(path, 'utf8')
    const formatted = stylua.formatCode(text, config(), undefined, stylua.OutputVerification.Full)
    if (formatted === text) continue
    if (write) {
      writeFileSync(path, formatted)
    } else {
      wrong++
      console.error(`not formatted: ${path}`)
    }
  }
}
process.exit(wrong === 0 ? 0 : 1)
