import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on loopback that counts connections, to detect commands that reach the network. */
export interface NetworkSink {
  /** Number of connections so far. */
  reached(): number
  /** A shell command that connects once. */
  readonly command: string
}

/** Opens the server; closed after the test. */
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
