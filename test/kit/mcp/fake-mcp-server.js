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
  drawing: [{ name: 'picture', inputSchema: object({}) }],
  asking: [
    { name: 'order', inputSchema: object({}) },
    { name: 'think', inputSchema: object({}) },
    { name: 'visit', inputSchema: object({}) },
    { name: 'locked', inputSchema: object({}) },
  ],
  growing: [{ name: 'add', inputSchema: object({}) }],
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

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const text = (said, more = {}) => ({ content: [{ type: 'text', text: said }], ...more })
const calls = {
  add: ({ a, b }) => text(String(a + b), { structuredContent: { sum: a + b } }),
  picture: () => ({
    content: [
      { type: 'text', text: `Drawn. [image stratagem:${'b'.repeat(64)}]` },
      { type: 'image', mimeType: 'image/png', data: png },
    ],
  }),
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

const said = (words) => ({ role: 'user', content: { type: 'text', text: words } })
const argument = (name, required) => ({ name, description: `The ${name}.`, required })
/** What the way `offers` has for the user. */
const offers = {
  'prompts/list': () => ({
    prompts: [
      {
        name: 'review',
        description: 'Reviews a topic.\u202e',
        arguments: [argument('topic', true), argument('tone', false)],
      },
      { name: 'a talk' },
    ],
  }),
  'prompts/get': ({ name, arguments: given }) =>
    name === 'review'
      ? { messages: [said(`Review ${given.topic}, ${given.tone ?? 'plainly'}.\u001b[2J\u202e`)] }
      : {
          messages: [
            said('Hello.'),
            { role: 'assistant', content: { type: 'text', text: 'Hi.' } },
            { role: 'user', content: { type: 'image', mimeType: 'image/png', data: png } },
          ],
        },
  'completion/complete': ({ argument: { value } }) => ({
    completion: { values: ['parser', 'printer', 'evil\u202e'].filter((each) => each.startsWith(value)) },
  }),
  'resources/list': () => ({
    resources: [
      { uri: 'notes://today', name: 'today', title: 'Notes of today' },
      { uri: 'notes://picture', name: 'picture' },
    ],
  }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'notes://{day}', name: 'a day' }] }),
  'resources/read': ({ uri }) =>
    ({
      'notes://today': { contents: [{ uri, text: '\u001b[31mBuy milk.\u001b[0m' }] },
      'notes://picture': { contents: [{ uri, mimeType: 'image/png', blob: png }] },
      'notes://binary': { contents: [{ uri, mimeType: 'application/zip', blob: 'AAAA' }] },
    })[uri] ?? null,
}

/** The calls that wait for an answer to a request of the way `asking`, by the request's id. */
const waiting = new Map()
const requests = {
  order: {
    method: 'elicitation/create',
    params: {
      message: 'What \u202edrink?',
      requestedSchema: {
        type: 'object',
        properties: {
          drink: { type: 'string', enum: ['tea', 'coffee'], title: 'Drink' },
          cups: { type: 'integer', default: 1 },
          hot: { type: 'boolean' },
        },
        required: ['drink'],
      },
    },
  },
  think: {
    method: 'sampling/createMessage',
    params: {
      messages: [{ role: 'user', content: { type: 'text', text: 'Think of a number.' } }],
      systemPrompt: 'Be brief.',
      maxTokens: 50,
      stopSequences: ['END'],
      modelPreferences: { hints: [{ name: 'tiny' }], costPriority: 1 },
    },
  },
  visit: {
    method: 'elicitation/create',
    params: {
      mode: 'url',
      message: 'Connect your account.',
      url: 'https://accounts.example/connect?x=1',
      elicitationId: 'e1',
    },
  },
}
/** Whether the page that `locked` needs was asked for. */
let unlocked = false

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, ...answer } = JSON.parse(line)
  if (method === undefined && waiting.has(id)) {
    if (answer.result?.action === 'accept')
      send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } })
    send({ id: waiting.get(id), result: text(JSON.stringify(answer.result ?? answer.error.message)) })
    return
  }
  if (way === 'silent') return
  if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: {
          tools: { listChanged: true },
          ...(way === 'offers' && { prompts: {}, resources: {}, completions: {} }),
        },
        serverInfo: { name: 'fake', version: '1' },
      },
    })
  else if (method === 'tools/list')
    send({ id, result: { tools: way === 'changing' ? changing() : (tools[way] ?? tools.good) } })
  else if (method === 'ping') send({ id, result: {} })
  else if (way === 'offers' && method in offers) {
    const result = offers[method](params)
    send(result === null ? { id, error: { code: -32002, message: 'No such resource' } } : { id, result })
  } else if (method === 'tools/call' && way === 'asking' && params.name === 'locked') {
    const elicitations = [requests.visit.params]
    if (unlocked) send({ id, result: text('open') })
    else send({ id, error: { code: -32042, message: 'A page first', data: { elicitations } } })
    unlocked = true
  } else if (method === 'tools/call' && way === 'asking') {
    waiting.set(`for ${id}`, id)
    send({ id: `for ${id}`, ...requests[params.name] })
  } else if (method === 'tools/call') {
    const result = calls[params.name]?.(params.arguments) ?? null
    if (way === 'growing') {
      tools.growing.push({ name: `new-${tools.growing.length}`, inputSchema: object({}) })
      send({ method: 'notifications/tools/list_changed' })
    }
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
