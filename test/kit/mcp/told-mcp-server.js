// An MCP server over standard input and output that answers what a file says: { tools, result, complains }.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { tools, result, complains } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
if (complains) console.error(complains)
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const capabilities = { tools: {} }
const serverInfo = { name: 'told', version: '1' }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } })
  else if (method === 'tools/list') send({ id, result: { tools } })
  else if (method === 'tools/call') send({ id, result })
  else if (id !== undefined) send({ id, result: {} })
})
