import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Somebody on loopback who would take what a command sends away. */
export interface NetworkSink {
  /** Connections so far. */
  reached(): number
  /** A shell command that connects once. */
  readonly command: string
}

/** Closed when the test has finished. */
export async function networkSink(): Promise<NetworkSink> {
  let reached = 0
  const server = createServer((socket) => {
    reached++
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { reached: () => reached, command: `node -e "require('net').connect(${port}, '127.0.0.1')"` }
}
