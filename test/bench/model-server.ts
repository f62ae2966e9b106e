/**
 * A model server in a child process that requests tool calls, one per answer, as many as the user's message says
 * (`Read 20 files.`), and measures the time between the end of an answer and the arrival of the next request. Sends
 * its parent the gaps of a session, ms, and the system text and tools of its first request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

let endedAt = 0
let gaps: number[] = []

const server = createServer((request, response) => {
  const arrivedAt = performance.now()
  void answer(request, response, arrivedAt)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit(0))

async function answer(request: IncomingMessage, response: ServerResponse, arrivedAt: number): Promise<void> {
  const body = await textOf(request)
  const rounds = Number(/Read (\d+) files\./.exec(body)?.[1])
  const made = (body.match(/"role":"tool"/g) ?? []).length
  if (made > 0) gaps.push(arrivedAt - endedAt)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of made < rounds ? callDeltas(made, toolIn(body)) : textDeltas()) response.write(chunk({ delta }))
  response.write(chunk({ delta: {}, finish_reason: made < rounds ? 'tool_calls' : 'stop' }))
  response.write(
    `data: ${JSON.stringify({ ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
  endedAt = performance.now()
  if (made === rounds) {
    const { messages, tools } = JSON.parse(body)
    process.send?.({ gaps, system: messages[0].content, tools })
    gaps = []
  }
}

const head = { id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench' }
const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`

function* textDeltas(): Generator<object> {
  for (const word of 'All files have been read, and there is nothing more to do.'.split(/(?<= )/))
    yield { content: word }
}

/** The tool that reads a file has a different name in each agent. */
const toolIn = (body: string): string => (body.includes('"name":"read_file"') ? 'read_file' : 'read')

function* callDeltas(round: number, tool: string): Generator<object> {
  for (const word of `I read file ${round} to see what is in it, before I go on.`.split(/(?<= )/))
    yield { content: word }
  const id = `call_${round}`
  yield { tool_calls: [{ index: 0, id, type: 'function', function: { name: tool, arguments: '' } }] }
  for (const part of [`{"path":`, `"src/file-${round % 20}`, `.txt"}`]) {
    yield { tool_calls: [{ index: 0, function: { arguments: part } }] }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
