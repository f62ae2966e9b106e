import { join } from 'node:path'
import type { McpProgram } from '../../../src-main/mcp/stdio-transport.ts'
import { placeRules } from '../../../src-main/sandbox/place-rules.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import type { McpServer } from '../../../src-shared/mcp/mcp-server.ts'
import { anywhere } from '../../kit/host/sandboxes.ts'

const script = join(import.meta.dirname, 'odd-server.mjs')

/** Kinds of servers that don't do what is expected of one. */
export const stubbornKinds = [
  'stubborn',
  'ignores-terminate',
  'ignores-end-of-input',
  'slow',
  'silent',
  'daemon',
  'daemon-of-daemon',
  'holds-pipes',
  'floods-output',
  'floods-with-messages',
  'floods-one-line',
  'floods-errors',
  'closes-output',
  'exits-at-once',
  'restarts',
  'deaf',
] as const
export type OddKind = (typeof stubbornKinds)[number] | 'good' | 'dies-in-call' | 'never-answers-call' | 'varies'

export const oddArguments = (token: string, kind: OddKind): readonly string[] => [script, token, kind]

/** An odd server as a setting of the user; its name is its kind. */
export const oddServer = (token: string, kind: OddKind, env: Record<string, string> = {}): McpServer => ({
  name: kind,
  transport: { kind: 'stdio', command: process.execPath, args: [...oddArguments(token, kind)], env },
  enabled: true,
  off: [],
  reads: [],
})

/** How an odd server is started in a folder, confined by a sandbox if there is one. */
export async function oddProgram(
  token: string,
  kind: OddKind,
  folder: string,
  sandbox: Sandbox | null,
): Promise<McpProgram> {
  const args = oddArguments(token, kind)
  const start = { program: process.execPath, args, environment: {} }
  const place = { ...anywhere, workspace: folder }
  const confine = (await sandbox?.confine(await placeRules(place, {}))) ?? (() => start)
  const { program, environment, ...more } = confine(start.program, start.args)
  const variables = { PATH: process.env['PATH'] ?? '', ...environment }
  return { command: program, args: more.args, env: variables, cwd: folder }
}
