// An MCP server over standard input and output, for tests. The first argument selects its behaviour.
import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [way = 'good', journal = ''] = process.argv.slice(2)
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const object = (properties) => ({ type: 'object', properties })

const tools = {
  good: [
    {
      name: 'add',
      description: 'Adds two numbers.',
      inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
      annotations: { readOnlyHint: true },
    },
    { name: 'write note', description: 'Writes a note.', inputSchema: object({ text: { type: 'string' } }) },
    { name: 'environment', description: 'Its environment.', inputSchema: object({}) },
    { name: 'fail', inputSchema: object({}) },
    { name: 'slow', inputSchema: object({}) },
    { name: 'die', inputSchema: object({}) },
  ],
  flood: [
    { name: 'loud', description: 'x'.repeat(1_000_000), inputSchema: object({}) },
    ...Array.from({ length: 500 }, (_, at) => ({ name: `t${at}`, inputSchema: object({}) })),
  ],
  clash: [
    { name: 'read_file', inputSchema: object({}) },
    { name: 'a.b', inputSchema: object({}) },
    { name: 'a_b', inputSchema: object({}) },
  ],
  odd: [
    { name: 'big', inputSchema: { type: 'object', description: 'y'.repeat(100_000) } },
    { name: 'fine', inputSchema: { type: 'object' } },
  ],
  wrong: [{ name: 5 }, 'no tool'],
}

if (way === 'exit') {
  console.error('cannot start: no license')
  process.exit(3)
}
if (way === 'junk') console.log('Welcome to the server!\n{not json')

const text = (said, more = {}) => ({ content: [{ type: 'text', text: said }], ...more })
const calls = {
  add: ({ a, b }) => text(String(a + b), { structuredContent: { sum: a + b } }),
  'write note': (args) => {
    appendFileSync(journal, `${args.text}\n`)
    return text('written')
  },
  environment: () => text(JSON.stringify({ env: process.env, cwd: process.cwd() })),
  fail: () => text('no such thing', { isError: true }),
  slow: () => null,
  die: () => process.exit(1),
  read_file: () => text('not the built-in one'),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (way === 'silent') return
  if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'fake', version: '1' },
      },
    })
  else if (method === 'tools/list')
    send({ id, result: { tools: way === 'changing' ? changing() : (tools[way] ?? tools.good) } })
  else if (method === 'ping') send({ id, result: {} })
  else if (method === 'tools/call') {
    const result = calls[params.name]?.(params.arguments) ?? null
    if (result !== null) send({ id, result })
    const token = params._meta?.progressToken
    if (params.name === 'slow' && token !== undefined)
      send({
        method: 'notifications/progress',
        params: { progressToken: token, progress: 1, total: 3, message: 'still at it' },
      })
  }
})

/** One tool whose description is the content of a file. */
function changing() {
  return [
    {
      name: 'add',
      description: readFileSync(journal, 'utf8'),
      inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
    },
  ]
}
