/** A model server in a child process that answers every request with one line, without reading it. */
import { createServer } from 'node:http'

const head = { id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench' }
const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`
const line = 'This is what there is to say about it, in a line.'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ delta: { content: line } }))
    response.write(chunk({ delta: {}, finish_reason: 'stop' }))
    response.write(
      `data: ${JSON.stringify({ ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}\n\n`,
    )
    response.end('data: [DONE]\n\n')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit(0))
