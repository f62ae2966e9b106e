import { z } from 'zod'
import { type McpServer, maxSeconds, mcpServer } from '../../../../src-shared/mcp/mcp-server.ts'
import { pairLines, readPairLines } from '../../../parts/settings/pair-lines.ts'

/** A server as entered in the form. */
export interface McpForm {
  readonly name: string
  readonly kind: McpServer['transport']['kind']
  readonly command: string
  /** One argument per line. */
  readonly args: string
  /** `NAME=value`, one per line. */
  readonly env: string
  readonly url: string
  /** `Name: value`, one per line. */
  readonly headers: string
  /** Folder that a program is started in; empty: the project's. */
  readonly cwd: string
  /** Seconds; empty: the default. */
  readonly startSeconds: string
  readonly callSeconds: string
}

export const newServer: McpServer = {
  name: '',
  transport: { kind: 'stdio', command: '', args: [], env: {} },
  enabled: true,
  off: [],
  reads: [],
}

export function formOf({ name, transport, startSeconds, callSeconds }: McpServer): McpForm {
  const isProgram = transport.kind === 'stdio'
  return {
    name,
    kind: transport.kind,
    command: isProgram ? transport.command : '',
    args: isProgram ? transport.args.join('\n') : '',
    env: isProgram ? pairLines(transport.env, '=') : '',
    url: isProgram ? '' : transport.url,
    headers: isProgram ? '' : pairLines(transport.headers, ': '),
    cwd: isProgram ? (transport.cwd ?? '') : '',
    startSeconds: startSeconds?.toString() ?? '',
    callSeconds: callSeconds?.toString() ?? '',
  }
}

export type McpProblems = { readonly [field in keyof McpForm]?: string }
type ReadForm =
  | { readonly ok: true; readonly server: McpServer }
  | { readonly ok: false; readonly problems: McpProblems }

/** Parses the form into a server, or returns which fields are invalid and why. */
export function readForm(old: McpServer, form: McpForm): ReadForm {
  const env = readPairLines(form.env, '=')
  const headers = readPairLines(form.headers, ':')
  const isProgram = form.kind === 'stdio'
  const problems: McpProblems = {
    ...(form.name.trim() === '' && { name: 'Give it a name.' }),
    ...(isProgram && form.command.trim() === '' && { command: 'Enter the program, such as npx.' }),
    ...(isProgram && env === null && { env: 'Lines of NAME=value.' }),
    ...(!isProgram &&
      !z.url({ protocol: /^https?$/ }).safeParse(form.url.trim()).success && {
        url: 'Enter an address that begins with http:// or https://.',
      }),
    ...(!isProgram && headers === null && { headers: 'Lines of Name: value.' }),
    ...(!isSeconds(form.startSeconds) && { startSeconds: secondsOnly }),
    ...(!isSeconds(form.callSeconds) && { callSeconds: secondsOnly }),
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const args = form.args.split('\n').filter((line) => line.trim() !== '')
  const transport = isProgram
    ? {
        kind: 'stdio',
        command: form.command,
        args,
        env: env ?? {},
        ...(form.cwd.trim() === '' ? {} : { cwd: form.cwd }),
      }
    : { kind: 'http', url: form.url.trim(), headers: headers ?? {} }
  const read = mcpServer.safeParse({
    ...old,
    name: form.name,
    transport,
    startSeconds: seconds(form.startSeconds),
    callSeconds: seconds(form.callSeconds),
  })
  return read.success ? { ok: true, server: read.data } : { ok: false, problems: { name: 'At most 60 letters.' } }
}

const seconds = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const isSeconds = (text: string): boolean => {
  const value = seconds(text)
  return value === undefined || (value > 0 && value <= maxSeconds)
}
const secondsOnly = `More than 0 and at most ${maxSeconds} seconds, or nothing.`
