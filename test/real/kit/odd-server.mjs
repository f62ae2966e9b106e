// An MCP server over standard input and output with an oddity: `node odd-server.mjs TOKEN KIND`. The token is in the
// command line of all processes that it starts, so that a test finds them. Plain JavaScript: it stands for others' programs.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, script, token, kind] = process.argv

const send = (message) => {
  try {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  } catch {}
}
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

/** Does nothing for ever, whatever signal comes; with the given pipes of this process. */
const stayer = (stdio, options = {}) =>
  spawn(process.execPath, [script, token, 'stays'], { stdio, detached: true, ...options }).unref()
const ignore = (...signals) => {
  for (const signal of signals) process.on(signal, () => {})
}
const stay = () => setInterval(() => {}, 1000)

function serve({ tools = ['go'], delay = 0, answers = true } = {}) {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (!answers || id === undefined) return
    if (method === 'initialize')
      setTimeout(
        () =>
          send({
            id,
            result: {
              protocolVersion: params.protocolVersion,
              capabilities: { tools: {}, prompts: {}, resources: {} },
              serverInfo: { name: 'odd', version: '1' },
            },
          }),
        delay,
      )
    else if (method === 'tools/list')
      send({ id, result: { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) } })
    else if (method === 'prompts/list') send({ id, result: { prompts: [] } })
    else if (method === 'resources/list') send({ id, result: { resources: [] } })
    else if (method === 'tools/call') called(id)
    else send({ id, error: { code: -32601, message: 'no such method' } })
  })
  return lines
}

function called(id) {
  if (kind === 'dies-in-call') process.exit(7)
  if (kind === 'never-answers-call') return
  send({ id, result: { content: [{ type: 'text', text: 'done' }] } })
}

const kinds = {
  good: () => serve(),
  'dies-in-call': () => serve(),
  'never-answers-call': () => serve(),
  /** Ends neither by SIGTERM nor with its input. */
  stubborn: () => {
    ignore('SIGTERM', 'SIGINT', 'SIGHUP')
    stay()
    serve()
  },
  'ignores-terminate': () => {
    ignore('SIGTERM')
    serve()
    process.stdin.on('end', () => stay())
  },
  'ignores-end-of-input': () => {
    stay()
    serve()
  },
  slow: () => serve({ delay: 8000 }),
  silent: () => {
    ignore('SIGTERM')
    stay()
    serve({ answers: false })
  },
  /** Its own process and a daemon in a session of its own. */
  daemon: () => {
    stayer('ignore')
    serve()
  },
  /** The same, and the daemon is nobody's child any more. */
  'daemon-of-daemon': () => {
    spawn(process.execPath, [script, token, 'forks-and-ends'], { stdio: 'ignore', detached: true }).unref()
    serve()
  },
  'forks-and-ends': () => stayer('ignore'),
  'holds-pipes': () => {
    stayer('inherit')
    serve()
  },
  'floods-output': () => {
    ignore('SIGTERM')
    serve()
    const flood = () => process.stdout.write('y\n'.repeat(20_000), () => setImmediate(flood))
    flood()
  },
  'floods-with-messages': () => {
    ignore('SIGTERM')
    serve()
    const note = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } })}\n`
    const flood = () => process.stdout.write(note.repeat(500), () => setImmediate(flood))
    flood()
  },
  'floods-one-line': () => {
    ignore('SIGTERM')
    const flood = () => process.stdout.write('y'.repeat(100_000), () => setImmediate(flood))
    flood()
  },
  'floods-errors': () => {
    ignore('SIGTERM')
    serve()
    const flood = () => process.stderr.write('oh no\n'.repeat(20_000), () => setImmediate(flood))
    flood()
  },
  'closes-output': () => {
    ignore('SIGTERM')
    stay()
    serve()
    process.stdout.end()
  },
  'exits-at-once': () => {
    process.stderr.write('boom: no token\n')
    process.exit(3)
  },
  /** Starts itself again whenever its input ends or it is told to end. */
  restarts: () => {
    const again = () => {
      stayer('ignore')
      process.exit(0)
    }
    process.on('SIGTERM', again)
    serve().on('close', again)
  },
  /** Never reads. */
  deaf: () => {
    ignore('SIGTERM')
    stay()
  },
  /** What it has is in a file. */
  varies: () => serve({ tools: readFileSync(process.env.ODD_TOOLS, 'utf8').trim().split(',') }),
  stays: () => {
    ignore('SIGTERM', 'SIGINT', 'SIGHUP')
    stay()
  },
}
kinds[kind]()
