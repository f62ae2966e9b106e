import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type JsonObject, jsonObject } from '../../src-shared/json.ts'
import type { StrategyChoice } from '../../src-shared/strategy-info.ts'
import type { ApprovalMode } from '../../src-shared/tool.ts'
import { type CommandName, UsageError } from './usage.ts'

export interface RunArguments {
  readonly command: 'run'
  readonly project: string
  /** As it was typed: a strategy, a preset's name, `auto`; null: as the defaults say. */
  readonly strategy: StrategyChoice | { readonly auto: true } | null
  readonly baseUrl: string | null
  readonly model: string | null
  readonly roles: { readonly [role: string]: string }
  readonly approval: ApprovalMode
  readonly json: boolean
  readonly message: string
}
export type Arguments =
  | RunArguments
  | { readonly command: 'list'; readonly project: string | null }
  | { readonly command: 'show'; readonly run: string }
  | { readonly command: 'resume'; readonly run: string; readonly json: boolean }
  | { readonly command: 'new-strategy'; readonly name: string }
  /** `file`: as written; `workingFolder`: what it is relative to. */
  | { readonly command: 'check'; readonly file: string; readonly workingFolder: string }
  | { readonly command: 'replay'; readonly run: string; readonly verify: boolean }
  | { readonly command: 'help' }

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/**
 * Reads the command line after the program's name.
 * @throws UsageError where it can't be understood
 */
export function readArguments(args: readonly string[], workingFolder: string): Arguments {
  const [command, ...rest] = args
  if (command === undefined) throw new UsageError('No command is named.', null)
  if (command === '--help' || command === '-h' || command === 'help' || rest.includes('--help'))
    return { command: 'help' }
  switch (command) {
    case 'run':
      return readRun(rest, workingFolder)
    case 'list':
      return readList(rest, workingFolder)
    case 'show':
      return { command, run: onlyOne(parse(command, rest, {}).positionals, command, 'RUN') }
    case 'resume':
      return readResume(rest)
    case 'replay':
      return readReplay(rest)
    case 'new-strategy':
      return { command, name: onlyOne(parse(command, rest, {}).positionals, command, 'NAME') }
    case 'check':
      return { command, file: onlyOne(parse(command, rest, {}).positionals, command, 'FILE'), workingFolder }
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`, null)
  }
}

function readRun(args: string[], workingFolder: string): RunArguments {
  const options = {
    project: text,
    strategy: text,
    options: text,
    'base-url': text,
    model: text,
    role: { type: 'string', multiple: true },
    approve: text,
    json: flag,
  } as const
  const { values, positionals } = parse('run', args, options)
  const message = onlyOne(positionals, 'run', '"MESSAGE"')
  if (message.trim() === '') throw new UsageError('The message is empty.', 'run')
  const baseUrl = values['base-url'] ?? null
  if (baseUrl !== null && !isWebAddress(baseUrl)) throw new UsageError('--base-url is no http or https address.', 'run')
  if (baseUrl !== null && values.model === undefined) throw new UsageError('--base-url needs --model NAME.', 'run')
  return {
    command: 'run',
    project: resolve(workingFolder, values.project ?? '.'),
    strategy: readStrategy(values.strategy, readOptions(values.options)),
    baseUrl,
    model: values.model ?? null,
    roles: Object.fromEntries((values.role ?? []).map(readRole)),
    approval: readApproval(values.approve),
    json: values.json ?? false,
    message,
  }
}

function readList(args: string[], workingFolder: string): Arguments {
  const { values, positionals } = parse('list', args, { project: text } as const)
  if (positionals.length > 0) throw new UsageError(`Not understood: ${positionals.join(' ')}`, 'list')
  return { command: 'list', project: values.project === undefined ? null : resolve(workingFolder, values.project) }
}

function readResume(args: string[]): Arguments {
  const { values, positionals } = parse('resume', args, { json: flag } as const)
  return { command: 'resume', run: onlyOne(positionals, 'resume', 'RUN'), json: values.json ?? false }
}

function readReplay(args: string[]): Arguments {
  const { values, positionals } = parse('replay', args, { verify: flag } as const)
  return { command: 'replay', run: onlyOne(positionals, 'replay', 'RUN'), verify: values.verify ?? false }
}

function parse<T extends NonNullable<ParseArgsConfig['options']>>(command: CommandName, args: string[], options: T) {
  try {
    const read = parseArgs({ args, options, allowPositionals: true, strict: true })
    // An unset variable of a script, as in `--project "$DIR"`, must not come to mean the folder it stands in.
    const empty = Object.entries(read.values).find(([, value]) => value === '')
    if (empty !== undefined) throw new Error(`--${empty[0]} is empty.`)
    return read
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown), command)
  }
}

function onlyOne(given: readonly string[], command: CommandName, name: string): string {
  const [first, ...more] = given
  if (first === undefined) throw new UsageError(`${name} is missing.`, command)
  if (more.length > 0) throw new UsageError(`One ${name} only; put it in quotes.`, command)
  return first
}

function readOptions(given: string | undefined): JsonObject {
  try {
    return jsonObject.parse(JSON.parse(given ?? '{}'))
  } catch {
    throw new UsageError('--options is no JSON object, such as {"maxTurns":10}.', 'run')
  }
}

function readStrategy(given: string | undefined, options: JsonObject): RunArguments['strategy'] {
  const optionsGiven = Object.keys(options).length > 0
  if (given === undefined) return optionsGiven ? { name: 'tool-loop', options } : null
  if (given !== 'auto') return readChoice(given, options)
  if (optionsGiven) throw new UsageError('--options go with a strategy; auto takes none.', 'run')
  return { auto: true }
}

/** `retry(tool-loop)`: wrappers outside; the options are the innermost strategy's. */
function readChoice(label: string, options: JsonObject): StrategyChoice {
  const wrapper = /^([\w-]+)\((.+)\)$/.exec(label)
  if (wrapper?.[1] === undefined || wrapper[2] === undefined) return { name: label, options }
  return { name: wrapper[1], options: {}, inner: readChoice(wrapper[2], options) }
}

function readRole(given: string): [string, string] {
  const at = given.indexOf('=')
  if (at < 1 || at === given.length - 1) throw new UsageError('--role is written ROLE=MODEL.', 'run')
  return [given.slice(0, at), given.slice(at + 1)]
}

function readApproval(given: string | undefined): ApprovalMode {
  if (given === undefined) return 'ask'
  if (given === 'read-only' || given === 'edits' || given === 'everything') return given
  throw new UsageError('--approve is one of read-only, edits, everything.', 'run')
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
}
