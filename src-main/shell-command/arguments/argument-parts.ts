import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import { type ModelApi, modelApis } from '../../../src-shared/model/provider-data.ts'
import { type ReasoningEffort, reasoningEfforts } from '../../../src-shared/model/reasoning-efforts.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import { listenerProblem } from '../../../src-shared/settings/listeners.ts'
import { parseChoice } from '../../../src-shared/strategy/parse-choice.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { type CommandName, UsageError } from './usage.ts'

/** What the commands' own readers share. */

export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/** As it was typed: a strategy, a preset's name, `auto`; null: as the defaults say. */
export type StrategyArgument = StrategyChoice | { readonly auto: true } | null

/** Models as they are named on a command line. */
export interface ModelArguments {
  readonly baseUrl: string | null
  /** Of the endpoint at `baseUrl`; null: as its provider's, or Chat Completions. */
  readonly api: ModelApi | null
  readonly model: string | null
  readonly roles: { readonly [role: string]: string }
  /** Reasoning efforts by role; `default` is for those that are not named. */
  readonly efforts: Efforts
  /** How long endpoints that are named by an address may be silent, ms; null: as usual there. */
  readonly stallMs: number | null
}
export type Efforts = { readonly [role: string]: ReasoningEffort }
export const modelOptions = {
  'base-url': text,
  api: text,
  model: text,
  role: { type: 'string', multiple: true },
  effort: { type: 'string', multiple: true },
  'stall-limit': text,
} as const

/** @throws UsageError if an endpoint is none, or names no model */
export function readModels(
  values: {
    'base-url'?: string | undefined
    api?: string | undefined
    model?: string | undefined
    role?: string[] | undefined
    effort?: string[] | undefined
    'stall-limit'?: string | undefined
  },
  command: CommandName,
): ModelArguments {
  const baseUrl = values['base-url'] ?? null
  if (baseUrl !== null && !isWebAddress(baseUrl))
    throw new UsageError('--base-url must be an http or https address.', command)
  if (baseUrl !== null && values.model === undefined) throw new UsageError('--base-url needs --model NAME.', command)
  const api = modelApis.find((each) => each === values.api) ?? null
  if (values.api !== undefined && api === null)
    throw new UsageError(`--api is one of ${modelApis.join(', ')}.`, command)
  if (api !== null && baseUrl === null) throw new UsageError('--api needs --base-url URL.', command)
  const roles = Object.fromEntries((values.role ?? []).map(readRole))
  const efforts = Object.fromEntries((values.effort ?? []).map(readEffort))
  const stallMs = readStallLimit(values['stall-limit'], command)
  return { baseUrl, api, model: values.model ?? null, roles, efforts, stallMs }
}

/** A day is longer than any answer takes, s. */
const maxSilent = 86_400

function readStallLimit(given: string | undefined, command: CommandName): number | null {
  if (given === undefined) return null
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (seconds < 1 || seconds > maxSilent)
    throw new UsageError(`--stall-limit must be whole seconds, from 1 to ${maxSilent}.`, command)
  return seconds * 1000
}

/** What a command line says of all that its process runs. */
export interface ProcessArguments {
  /** Commands that run unasked have access to the network. */
  readonly network: boolean
  readonly noHooks: boolean
  /** Address of an OpenTelemetry collector that gets the steps of its runs; null: as the settings say. */
  readonly otlp: string | null
  /** Names of environment variables that commands get although they hold secrets. */
  readonly variables: readonly string[]
}
export const processOptions = {
  network: flag,
  'no-hooks': flag,
  otlp: text,
  'allow-variable': { type: 'string', multiple: true },
} as const

/** @throws UsageError if the collector's address is none */
export function readProcess(
  values: {
    network?: boolean | undefined
    'no-hooks'?: boolean | undefined
    otlp?: string | undefined
    'allow-variable'?: string[] | undefined
  },
  command: CommandName,
): ProcessArguments {
  const { network = false, 'no-hooks': noHooks = false, otlp = null, 'allow-variable': variables = [] } = values
  if (otlp !== null && listenerProblem(otlp) !== null)
    throw new UsageError(
      `--otlp must be an http or https address without a password; a header of its own is read from ${otlpHeadersVariable}.`,
      command,
    )
  return { network, noHooks, otlp, variables }
}

/** The environment variable with the headers for `--otlp`, `Name: value`, one a line. */
export const otlpHeadersVariable = 'STRATAGEM_OTLP_HEADERS'

export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: string[],
  options: T,
) {
  try {
    const read = parseArgs({ args, options, allowPositionals: true, strict: true })
    // An unset variable of a script, as in `--project "$DIR"`, must not come to mean the folder it stands in.
    const empty = Object.entries(read.values).find(([, value]) => value === '')
    if (empty !== undefined) throw new Error(`--${empty[0]} is empty.`)
    return read
  } catch (thrown) {
    throw new UsageError(parseTrouble(thrown), command)
  }
}

/** Node's own words on an unknown option continue about positional arguments, with a quote that never ends. */
function parseTrouble(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  return `Unknown option ${unknown}. Put text that starts with a hyphen at the end, after --.`
}

export function onlyOne(given: readonly string[], command: CommandName, name: string): string {
  const [first, ...more] = given
  if (first === undefined) throw new UsageError(`${name} is missing.`, command)
  if (more.length > 0) throw new UsageError(`Give only one ${name}. Put it in quotes.`, command)
  return first
}

export function readOptions(given: string | undefined): JsonObject {
  try {
    return jsonObject.parse(JSON.parse(given ?? '{}'))
  } catch {
    throw new UsageError('--options must be a JSON object, such as {"maxTurns":10}.')
  }
}

export function readStrategy(given: string | undefined, options: JsonObject): StrategyArgument {
  const optionsGiven = Object.keys(options).length > 0
  if (given === undefined) return optionsGiven ? { name: 'tool-loop', options } : null
  if (given !== 'auto') return parseChoice(given, options)
  if (optionsGiven) throw new UsageError('--options requires a strategy; auto has no options.')
  return { auto: true }
}

/** Whether another agent works somewhere in a strategy as it was typed: `--model` names its model then, not one of ours. */
export const hasAgent = (choice: StrategyArgument): boolean =>
  choice !== null &&
  'name' in choice &&
  (choice.name === 'agent' || (choice.inner !== undefined && hasAgent(choice.inner)))

/** The option that such a model is. */
export const agentModel = 'agent.model'

function readRole(given: string): [string, string] {
  const at = given.indexOf('=')
  if (at < 1 || at === given.length - 1) throw new UsageError('--role must be ROLE=MODEL.')
  return [given.slice(0, at), given.slice(at + 1)]
}

function readEffort(given: string): [string, ReasoningEffort] {
  const at = given.indexOf('=')
  const effort = reasoningEfforts.find((each) => each === given.slice(at + 1))
  if (effort === undefined || at === 0)
    throw new UsageError(`--effort must be LEVEL or ROLE=LEVEL, with a level of ${reasoningEfforts.join(', ')}.`)
  return [at < 0 ? 'default' : given.slice(0, at), effort]
}

export function readApproval(given: string | undefined): ApprovalMode {
  if (given === undefined) return 'ask'
  if (given === 'read-only' || given === 'edits' || given === 'everything') return given
  throw new UsageError('--approve must be read-only, edits or everything.')
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
}
