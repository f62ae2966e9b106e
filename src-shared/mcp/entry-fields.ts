import { z } from 'zod'
import { maxSeconds } from './mcp-server.ts'

/**
 * What tools call the fields of a server; the first that is given counts. Sources: the manuals of Claude Code, Codex,
 * VS Code, Cursor, Windsurf (`serverUrl`), Gemini CLI and Qwen Code (`httpUrl`), Zed, Cline, Roo, opencode, GitHub
 * Copilot (`requestInit` in JetBrains’ programs), Goose, LM Studio, Continue, Amp and Crush.
 */
const names = {
  command: ['command', 'cmd'],
  args: ['args'],
  cwd: ['cwd'],
  url: ['httpUrl', 'url', 'serverUrl', 'uri'],
} as const
/** Fields whose values add up: Goose has `envs`, opencode `environment`. */
const environments = ['envs', 'environment', 'env'] as const
/** Names of variables that are passed on: those of Codex, which says nothing of one that is not set, and of Goose. */
const passed = ['env_vars', 'env_keys'] as const
/** Time limits by what they limit, with the milliseconds of their unit. */
const limits = {
  startSeconds: { startSeconds: 1000, startup_timeout_sec: 1000, startup_timeout_ms: 1, connectionTimeout: 1 },
  callSeconds: { callSeconds: 1000, tool_timeout_sec: 1000 },
} as const

/** What a tool's `timeout` limits, and its unit; `either`: seconds for some and milliseconds for others. */
export interface TimeoutMeaning {
  readonly of: 'startSeconds' | 'callSeconds'
  readonly unit: 's' | 'ms' | 'either'
}

/** A number that is more than this can't be meant as seconds. */
const mostSeconds = 3600

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
/** A value that is null is none. */
const values = z
  .record(z.string(), scalar.nullish())
  .transform((all) =>
    Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value == null ? [] : [[name, value]]))),
  )
const list = z.union([scalar.transform((one) => [one]), z.array(scalar)])
const isOn = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** A server's fields, whatever they are called where it is written; undefined: not given. */
export interface EntryFields {
  readonly type: string
  /** With the words that follow in opencode's list. */
  readonly command: readonly string[]
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly hasEnvFile: boolean
  /** A program makes its headers. */
  readonly hasHeadersProgram: boolean
  readonly enabled: boolean
  readonly startSeconds: number | undefined
  readonly callSeconds: number | undefined
}

type Given = Readonly<Record<string, unknown>>

/** Reads a server's fields. @returns what can't be read, in a part of a sentence */
export function entryFields(written: Given, timeout: TimeoutMeaning): EntryFields | string {
  const given = { ...written, ...zedCommand(written) }
  const wrong: string[] = []
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const value = given[name]
    if (value === undefined || value === null) return undefined
    const found = schema.safeParse(value)
    if (!found.success) wrong.push(name)
    return found.data
  }
  const first = <T>(all: readonly string[], schema: z.ZodType<T>): T | undefined =>
    all.map((name) => read(name, schema)).find((each) => each !== undefined)
  const limit = (of: 'startSeconds' | 'callSeconds') => {
    const ms = Object.entries(limits[of]).flatMap(([name, unit]) => times(read(name, z.coerce.number()), unit))
    const other = timeout.of === of ? times(read('timeout', z.coerce.number()), unitOf(timeout, given['timeout'])) : []
    // 0 is no limit for some and the default for others.
    return [...ms, ...other].filter((each) => each > 0).map((each) => Math.min(each / 1000, maxSeconds))[0]
  }
  const request = z.looseObject({ headers: values.optional() })
  const options = { ...read('requestOptions', request)?.headers, ...read('requestInit', request)?.headers }
  const fields: EntryFields = {
    type: read('type', z.string()) ?? read('transport', z.string()) ?? '',
    command: first(names.command, list) ?? [],
    args: first(names.args, list) ?? [],
    cwd: first(names.cwd, z.string()),
    url: first(names.url, z.string()),
    env: { ...variablesOf(read), ...Object.assign({}, ...environments.map((name) => read(name, values))) },
    headers: { ...options, ...headersOf(read) },
    hasEnvFile: read('envFile', z.unknown()) !== undefined,
    hasHeadersProgram: read('headersHelper', z.unknown()) !== undefined,
    enabled: read('disabled', isOn) !== true && read('enabled', isOn) !== false,
    startSeconds: limit('startSeconds'),
    callSeconds: limit('callSeconds'),
  }
  return wrong.length === 0 ? fields : `its field ${wrong[0]} has an unexpected value`
}

type Read = <T>(name: string, schema: z.ZodType<T>) => T | undefined

/** Zed once had the program, its arguments and variables within `command`. */
const zedCommand = ({ command }: Given): Given => {
  const { path, ...rest } = z.looseObject({ path: z.string() }).safeParse(command).data ?? {}
  return path === undefined ? {} : { ...rest, command: path }
}

const times = (value: number | undefined, unit: number): readonly number[] =>
  value === undefined ? [] : [value * unit]

const unitOf = ({ unit }: TimeoutMeaning, value: unknown): number =>
  unit === 'ms' || (unit === 'either' && Number(value) > mostSeconds) ? 1 : 1000

function variablesOf(read: Read): Record<string, string> {
  const one = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
  const all = passed.flatMap((name) => read(name, z.array(one)) ?? [])
  return Object.fromEntries(all.map((name) => [name, `\${${name}:-}`]))
}

function headersOf(read: Read): Record<string, string> {
  const token = read('bearer_token_env_var', z.string())
  const ofVariables = Object.entries(read('env_http_headers', values) ?? {})
  return {
    ...read('http_headers', values),
    ...Object.fromEntries(ofVariables.map(([header, name]) => [header, `\${${name}}`])),
    ...(token !== undefined && { Authorization: `Bearer \${${token}}` }),
    ...read('headers', values),
  }
}
