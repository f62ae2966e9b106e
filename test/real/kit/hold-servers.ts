import { openConnection } from '../../../src-main/mcp/connection.ts'
import { allSandboxes } from '../../kit/host/sandboxes.ts'
import { oddProgram, stubbornKinds } from './odd-servers.ts'

/** An app that holds connections to odd servers until it is killed: `node hold-servers.ts SANDBOX TOKEN FOLDER`. */
const [, , name, token = '', folder = ''] = process.argv
const sandbox = allSandboxes.find((each) => each.name === name)?.sandbox ?? null
const connections = await Promise.all(
  stubbornKinds.map(async (kind) => {
    const program = await oddProgram(token, kind, folder, sandbox)
    return openConnection({ kind: 'stdio', program: () => Promise.resolve(program) }, '0', () => {}, { startMs: 3000 })
  }),
)
// Those that never answer are there too.
void Promise.all(connections.map((each) => each.list().catch(() => []))).then(() => console.log('ready'))
setInterval(() => undefined, 1000)
