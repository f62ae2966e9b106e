// An MCP server over standard input and output that answers what a file says: { tools, result, complains, raw, before }.
// `raw`: the JSON text of the result of a call, `rawTools` that of a list. `before`: lines that come before it.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { tools, result, complains, raw, rawTools, before } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
if (complains) console.error(complains)
const answer = (id, text) => process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}\n`)
const serverInfo = { name: 'told', version: '1' }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }))
  else if (method === 'tools/list') answer(id, rawTools ?? JSON.stringify({ tools }))
  else if (method === 'tools/call') {
    const token = JSON.stringify(params._meta?.progressToken ?? null)
    for (const each of before ?? []) process.stdout.write(`${each.replaceAll('TOKEN', token)}\n`)
    answer(id, raw ?? JSON.stringify(result))
  } else if (id !== undefined) answer(id, '{}')
})
