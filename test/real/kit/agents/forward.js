// Passes on from a port of this computer to a socket: `forward.js SOCKET PORT COMMAND ARGUMENTS…`, as long as COMMAND runs.
import { spawn } from 'node:child_process'
import { createConnection, createServer } from 'node:net'

const [socket = '', port = '', command = '', ...args] = process.argv.slice(2)
const server = createServer((near) => {
  const far = createConnection(socket)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
  near.pipe(far).pipe(near)
})
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(command, args, { stdio: 'inherit' })
  child.on('error', () => process.exit(127))
  child.on('exit', (code) => process.exit(code ?? 1))
})
