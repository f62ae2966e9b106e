import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isExhaustive } from '../kit/project/sample.ts'
import { fileInputs } from './kit/holding/file-inputs.ts'
import type { HoldingInput, Told } from './kit/holding/holding-input.ts'
import { mcpInputs } from './kit/holding/mcp-inputs.ts'
import { modelInputs } from './kit/holding/model-inputs.ts'
import { pageInputs } from './kit/holding/page-inputs.ts'
import { answerWithin, openWatchedHost, turnWithin, type WatchedHost } from './kit/watched-host.ts'

/**
 * A real host is fed with what took other hosts minutes, through the ways on which it really comes, and has to answer
 * whatever else it is asked (T79). `npm run test:exhaustive` tries all of it, `npm test` a few.
 */
const only = process.env['STRATAGEM_HELD']
const inputs = [...mcpInputs, ...pageInputs, ...modelInputs, ...fileInputs]
  .filter(({ short }) => isExhaustive || only !== undefined || short === true)
  .filter(({ name }) => only === undefined || new RegExp(only).test(name))

/** How long an input is worked on before Stop is pressed, ms. */
const workWithin = 6000
/** How long a run may go on after Stop, ms, besides what `answerWithin` allows. */
const stopWithin = 500

let current: HoldingInput | null = null
let turn = 0
let servers = 0
let world: Server
let host: WatchedHost

/** Texts that the model got, and pages that were asked for: what shows that an input came in. */
const arrived: string[] = []

const open = async () => {
  host = await openWatchedHost(`${address()}/v1`, { 'settings.json': { webPages: true } })
  // The first run loads what later ones have.
  await run('warm up')
  await host.ask('mcp-test', { server: mcpServer({ tools: [] }), projectId: null })
}
beforeAll(async () => {
  world = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
  await open()
}, 120_000)
afterEach(async () => {
  // A host that is held is of no use to the next input.
  const answers = await Promise.race([host.ask('host-info').then(() => true), delay(5000).then(() => false)])
  if (answers) return
  await host.close()
  await open()
}, 120_000)
afterAll(async () => {
  await host?.close()
  world?.close()
  world?.closeAllConnections()
})

const address = () => `http://127.0.0.1:${(world.address() as AddressInfo).port}`

test.each(inputs.map((input) => [input.name, input] as const))('%s', async (_, input) => {
  current = input
  turn = 0
  arrived.length = 0
  // Before the watch: this process must not be what is waited for.
  if ('files' in input) for (const [path, text] of Object.entries(input.files ?? {})) write(path, text)
  if (input.way === 'request') input.prepare?.(host)
  const { value: stopMs, turnMs, answerMs } = await host.watch(() => fed(input))
  current = null
  if (process.env['STRATAGEM_HELD_SHOW'] !== undefined) console.log({ turnMs, answerMs, stopMs })
  if (input.way !== 'request') expect(arrived.join('\n').slice(0, 4000)).toMatch(signOf(input))
  const allowed = turnMs <= 100 ? 100 : turnWithin()
  expect({ turnMs, isShort: turnMs <= allowed }).toEqual({ turnMs, isShort: true })
  expect(answerMs).toBeLessThan(answerWithin)
  expect(stopMs).toBeLessThan(stopWithin + answerWithin)
  expect(await host.idle(20_000)).toBe(true)
})

/** Shows that what was sent came in, and was worked on by what should. */
function signOf(input: HoldingInput): RegExp {
  switch (input.way) {
    case 'mcp':
    case 'mcp-http':
      return input.told.isLeftOut ? /"role":"tool".{0,120}no tool / : /"role":"tool"(?!.{0,120}(?:no tool ))/
    case 'page':
      return /the page/
    case 'calls':
    case 'files':
    case 'request':
    case 'stream':
      return /the model/
  }
}

/** @returns how long Stop took, ms; 0 if the work had ended by itself */
async function fed(input: HoldingInput): Promise<number> {
  switch (input.way) {
    case 'request':
      await Promise.race([input.work(host), delay(4 * workWithin)])
      return 0
    case 'mcp':
    case 'mcp-http': {
      const server = input.way === 'mcp' ? mcpServer(input.told) : httpServer()
      await host.ask('mcp-save', { server, before: null })
      await Promise.race([host.ask('mcp-test', { server, projectId: null }), delay(workWithin)])
      const stopMs = await run('call it')
      await host.ask('mcp-remove', { name: server.name })
      return stopMs
    }
    case 'page':
      return await run(`Read @http://pages.test:${new URL(address()).port}/page`)
    case 'calls':
    case 'files':
      return await run(input.way === 'files' ? (input.message ?? 'go') : 'go')
    case 'stream':
      return await run('go', { roles: { default: input.api } })
  }
}

function write(path: string, text: string | Buffer): void {
  const whole = join(host.project, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, text)
}

async function run(message: string, over: object = {}): Promise<number> {
  const runId = await host.start(message, over)
  if (await host.idle(workWithin)) return 0
  const from = performance.now()
  await host.ask('run-stop', { runId })
  expect(await host.idle(20_000)).toBe(true)
  return performance.now() - from
}

const script = join(import.meta.dirname, '../kit/mcp/told-mcp-server.js')
function mcpServer(told: Told) {
  // Another file for each: what a server listed is remembered by how it is started.
  const file = join(host.project, `told-${servers++}.json`)
  writeFileSync(file, JSON.stringify(told))
  const transport = { kind: 'stdio', command: process.execPath, args: [script, file], env: {} }
  return { name: 'evil', transport, enabled: true, off: [], reads: [] }
}
const httpServer = () => ({
  name: 'evil',
  transport: { kind: 'http', url: `${address()}/mcp?${servers++}`, headers: {} },
  enabled: true,
  off: [],
  reads: [],
})

/** The model server, the MCP server over HTTP, and the web. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  const body = Buffer.concat(parts).toString('utf8')
  response.on('error', () => undefined)
  if (request.url === '/page') {
    arrived.push('the page')
    response.writeHead(200, { 'content-type': 'text/html' }).end(current?.way === 'page' ? current.html : 'none')
  } else if (request.url?.startsWith('/mcp') === true) answerMcp(request, response, body)
  else answerModel(response, body)
}

function answerModel(response: ServerResponse, body: string): void {
  arrived.push('the model', ...(body.match(/"role":"tool".{0,300}/g) ?? []))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const at = turn++
  if (current?.way === 'stream' && at === 0) {
    current.write(response)
    return
  }
  const event = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const calls =
    current?.way === 'calls' ? current.calls : current?.way.startsWith('mcp') ? [['mcp__evil__go', {}] as const] : []
  const call = calls[at]
  if (call === undefined) return void response.end(`${event({ content: 'Done.' }, 'stop')}data: [DONE]\n\n`)
  const [name, args] = call
  const fn = { name, arguments: JSON.stringify(args) }
  response.end(`${event({ tool_calls: [{ index: 0, id: `c${at}`, function: fn }] }, 'tool_calls')}data: [DONE]\n\n`)
}

function answerMcp(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.method !== 'POST' || current?.way !== 'mcp-http') return void response.writeHead(405).end()
  const { id, method, params } = JSON.parse(body)
  if (id === undefined) return void response.writeHead(202).end()
  const { told, events } = current
  const result =
    method === 'initialize'
      ? JSON.stringify({
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        })
      : method === 'tools/list'
        ? (told.rawTools ?? JSON.stringify({ tools: told.tools }))
        : method === 'tools/call'
          ? (told.raw ?? JSON.stringify(told.result))
          : '{}'
  const message = `{"jsonrpc":"2.0","id":${id},"result":${result}}`
  response.writeHead(200, { 'content-type': events === true ? 'text/event-stream' : 'application/json' })
  response.end(events === true ? `event: message\ndata: ${message}\n\n` : message)
}
