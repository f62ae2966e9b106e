import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { startCommand } from '../kit/host/host-command.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { type Exchange, type FaultServer, openFaultServer } from '../kit/model-server/model-fault-server.ts'
import { sampleOf } from '../kit/project/sample.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

/** Sets the title, clears the screen, writes the clipboard, turns letters around, and the same in 8-bit controls. */
const attack = '\u001b]0;pwned\u0007\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u202eEVIL\u009b31m\u009d0;x\u009c\u200b'
/** Everything that commands a terminal or hides. What the app itself writes to a pipe has none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u

let server: FaultServer | null = null
afterEach(async () => {
  await server?.close()
})

const apis = ['chat-completions', 'responses', 'messages'] as const
type Api = (typeof apis)[number]

interface Scene {
  readonly api?: Api
  readonly answer: (exchange: Exchange) => void
  readonly files?: { readonly [path: string]: string }
  readonly settings?: { readonly [file: string]: unknown }
  readonly args?: readonly string[]
}

/** What a real `agent run` wrote, and what of it did not come from its writer. */
async function ranOn({ api = 'chat-completions', answer, files = {}, settings = {}, args = [] }: Scene) {
  const { folder } = await temporaryProject({ 'a.txt': 'x', ...files })
  const home = await temporaryFolder()
  mkdirSync(home, { recursive: true })
  for (const [file, value] of Object.entries(settings)) writeFileSync(join(home, file), JSON.stringify(value))
  server = await openFaultServer(answer)
  const note = join(home, 'writers.txt')
  const preload = pathToFileURL(join(import.meta.dirname, 'kit/note-writers.js')).href
  const model = ['--base-url', server.url, '--api', api, '--model', 'm']
  const { done } = startCommand(home, ['run', ...model, '--project', folder, ...args, 'go'], {
    NODE_OPTIONS: `--import=${preload}`,
    STRATAGEM_FROM_SOURCE: '1',
    STRATAGEM_NOTE_WRITERS: note,
  })
  const end = await done
  return { ...end, others: existsSync(note) ? readFileSync(note, 'utf8') : '' }
}

/** The answer of a run is data, byte for byte in a pipe; everything else is the writer's. */
function expectClean({ out, error, others }: Awaited<ReturnType<typeof ranOn>>, isAnswer = false) {
  expect(others).toBe('')
  expect(forbidden.exec(error)).toBeNull()
  if (!isAnswer) expect(forbidden.exec(out)).toBeNull()
}

const stream = { 'content-type': 'text/event-stream' }

describe.each(sampleOf(apis, 1))('a model server with the API %s', (api) => {
  test('that streams what is no JSON prints nothing', async () => {
    const answer = ({ response }: Exchange) =>
      response.writeHead(200, stream).end(`event: content_block_delta\ndata: {"type":"x" ${attack} oops\n\n`)
    const end = await ranOn({ api, answer })
    expect(end.code).not.toBe(0)
    expectClean(end)
  })

  test('that refuses, or reports an error in its stream, is quoted without commands', async () => {
    const error = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: `No ${attack}` } })
    for (const [status, body] of [
      [400, error],
      [401, `<html>${attack}`],
      [200, `event: error\ndata: ${error}\n\n`],
    ] as const) {
      const end = await ranOn({ api, answer: ({ response }) => response.writeHead(status, stream).end(body) })
      expect(end.code).not.toBe(0)
      expectClean(end)
      await server?.close()
    }
  })
})

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', model: `m${attack}`, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
/** Calls the tools in turn, then says a text. */
const calling =
  (...calls: readonly (readonly [tool: string, args: object])[]) =>
  ({ response, turn }: Exchange) => {
    const call = calls[turn]
    response.writeHead(200, stream)
    if (call === undefined) response.end(chunk({ content: 'Done.' }) + chunk({}, 'stop'))
    else {
      const [name, args] = call
      const fn = { name, arguments: JSON.stringify(args) }
      response.end(chunk({ tool_calls: [{ index: 0, id: `c${turn}`, function: fn }] }) + chunk({}, 'tool_calls'))
    }
  }

test('names of files, output of commands and tools that do not exist print nothing', async () => {
  const end = await ranOn({
    answer: calling(
      ['list_directory', { path: '.' }],
      [`no${attack}`, {}],
      ['shell', { command: `printf '%b' '\\033]0;pwned\\007\\0342\\0200\\0256'; exit 3` }],
      ['write_file', { path: 'b\u202e\u200b.txt', content: attack }],
    ),
    files: { 'evil\u202e\u001b[2J.txt': attack },
    args: ['--approve', 'everything'],
  })
  expect(end.out).toContain('Done.')
  expectClean(end)
})

test('an MCP server prints nothing: with its errors, its words, what it offers and what it returns', async () => {
  const { folder } = await temporaryProject({})
  const told = join(folder, 'told.json')
  const tools = [
    {
      name: 'go',
      description: attack,
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', required: ['x'] },
    },
    { name: `odd${attack}`, inputSchema: { type: 'object', description: 'y'.repeat(100_000) } },
  ]
  const result = { content: [{ type: 'text', text: attack }], structuredContent: { [attack]: 1 }, isError: true }
  writeFileSync(told, JSON.stringify({ tools, result, complains: attack }))
  const script = join(import.meta.dirname, '../kit/mcp/told-mcp-server.js')
  const transport = { kind: 'stdio', command: process.execPath, args: [script, told], env: {} }
  const broken = { ...transport, args: ['-e', `console.error(${JSON.stringify(attack)}); process.exit(3)`] }
  const server = (name: string, how: object) => ({ name, transport: how, enabled: true, off: [], reads: [] })
  const end = await ranOn({
    answer: calling(['mcp__s__go', {}]),
    settings: { 'mcp.json': [server('s', transport), server('broken', broken)] },
    args: ['--approve', 'everything'],
  })
  expect(end.out).toContain('Done.')
  expectClean(end)
})

test('another agent prints nothing but its answer: with its errors, its calls and its end', async () => {
  const { folder } = await temporaryProject({})
  const agent = join(folder, 'agent.mjs')
  writeFileSync(
    agent,
    `import { createInterface } from 'node:readline'
const attack = ${JSON.stringify(attack)}
console.error(attack)
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const m = JSON.parse(line)
  if (m.method === 'initialize') send({ id: m.id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: attack, version: attack } } })
  else if (m.method === 'session/new') send({ id: m.id, result: { sessionId: 's' } })
  else if (m.method === 'session/prompt') {
    const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } })
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: attack, kind: 'execute', status: 'failed', content: [{ type: 'content', content: { type: 'text', text: attack } }] })
    process.stdout.write('no message ' + attack + '\\n')
    send({ id: m.id, error: { code: -32000, message: attack } })
  } else if (m.id !== undefined && m.method) send({ id: m.id, result: {} })
})`,
  )
  const settings = {
    agents: [
      {
        name: 'odd',
        command: process.execPath,
        args: [agent],
        env: {},
        network: false,
        folders: [],
        icon: '',
        keys: {},
        servers: false,
      },
    ],
  }
  const end = await ranOn({
    answer: () => undefined,
    settings: { 'settings.json': settings },
    args: ['--strategy', 'agent:odd', '--approve', 'everything'],
  })
  expect(end.code).not.toBe(0)
  expect(end.error).not.toBe('')
  expectClean(end)
})
