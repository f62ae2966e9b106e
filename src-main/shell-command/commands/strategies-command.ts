import { resolve } from 'node:path'
import { listed } from '../../../src-shared/base/format.ts'
import type { Json, JsonObject } from '../../../src-shared/base/json.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

export interface StrategiesArguments {
  readonly command: 'strategies'
  /** Null: all. */
  readonly name: string | null
  /** Whose own strategies are listed too; null: none. */
  readonly project: string | null
  readonly json: boolean
}

/** @throws UsageError if it can't be understood */
export function readStrategies(args: string[], workingFolder: string): StrategiesArguments {
  const { values, positionals } = parse('strategies', args, { project: text, json: flag } as const)
  const [name = null, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more.join(' ')}`, 'strategies')
  const project = values.project === undefined ? null : resolve(workingFolder, values.project)
  return { command: 'strategies', name, project, json: values.json ?? false }
}

/** `agent strategies`: what there is, and what one of them takes. @returns the exit code */
export async function strategiesCommand(
  host: Host,
  { name, project, json }: StrategiesArguments,
  terminal: Terminal,
): Promise<number> {
  const projectId = project === null ? null : (await projectIn(host, project)).id
  const all = await ask(host, 'strategies-list', { projectId })
  const shown = name === null ? all : all.filter((each) => each.name === name)
  if (shown.length === 0)
    throw new UsageError(
      `There is no strategy ${JSON.stringify(name)}. There are: ${all.map((each) => each.name).join(', ')}.`,
      'strategies',
    )
  if (json) for (const each of shown) terminal.data(`${JSON.stringify(each)}\n`)
  else if (name === null) for (const each of shown) terminal.out(`${each.name}\t${each.title}\t${each.summary}\n`)
  else for (const each of shown) terminal.out(`${described(each).join('\n')}\n`)
  return exitCodes.completed
}

function described(info: StrategyInfo): string[] {
  const { properties } = info.optionsSchema
  const options = isObject(properties) ? Object.entries(properties).filter(([name]) => name !== 'prompts') : []
  return [
    `${info.name}: ${info.title}, version ${info.version}`,
    info.summary,
    ...titled(
      'Options (--set NAME=VALUE)',
      options.map(([name, schema]) => optionLine(name, schema)),
    ),
    ...titled(
      'Roles (--role ROLE=MODEL)',
      info.roles.map(({ name, purpose }) => `${name}: ${purpose}`),
    ),
    ...titled(
      'Phases',
      info.phases.map(({ name, to }) => (to.length === 0 ? name : `${name}, then ${listed(to, 'or')}`)),
    ),
    ...titled(
      'Prompts (--prompt NAME=TEXT)',
      (info.prompts ?? []).map(({ name, about }) => `${name}: ${about}`),
    ),
  ]
}

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** `maxRetries: Attempts after the first one, at most (1 to 20; default 2)` */
function optionLine(name: string, schema: Json): string {
  if (!isObject(schema)) return name
  const { description, minimum, maximum, default: usual, enum: choices } = schema
  const limits = typeof minimum === 'number' && typeof maximum === 'number' ? [`${minimum} to ${maximum}`] : []
  const known = Array.isArray(choices) ? [choices.map((each) => valueText(each)).join(', ')] : []
  const facts = [...known, ...limits, ...(usual === undefined ? [] : [`default ${valueText(usual)}`])].join('; ')
  return `${name}${typeof description === 'string' ? `: ${description}` : ''}${facts === '' ? '' : ` (${facts})`}`
}

const valueText = (value: Json): string =>
  value === '' ? 'empty' : typeof value === 'string' ? value : JSON.stringify(value)

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
