import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import type { CallRestrictions } from '../../../src-shared/model/call-restrictions.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { limitingFields } from './limiting-fields.ts'
import {
  commandPatterns,
  knownTools,
  type NamedTool,
  namedTools,
  ownNames,
  readingTools,
  toolsLike,
} from './tool-names.ts'

/** What a sub-agent's file lets it use; a restriction that can't be held to is a problem, never none. */
export type AgentTools =
  | {
      readonly ok: true
      readonly tools: readonly string[] | null
      readonly restrictions?: CallRestrictions
      readonly rounds?: number
    }
  | { readonly ok: false; readonly problem: string }

type Rules = CallRestrictions['rules'][number][]

/** What is found while the fields are read, one after the other. */
interface Draft {
  /** Null: all that the agent that calls it has. */
  tools: readonly string[] | null
  commands: string[] | null
  readonly rules: Rules
  problem: string | null
}

/**
 * Reads the fields of Claude Code's, opencode's and Cursor's files that limit a sub-agent.
 * Sources: https://code.claude.com/docs/en/sub-agents, https://opencode.ai/docs/agents and /permissions,
 * https://cursor.com/docs/context/subagents
 */
export function agentTools(fields: JsonObject): AgentTools {
  const draft: Draft = { tools: null, commands: null, rules: [], problem: null }
  for (const field of ['tools', 'allowedTools', 'allowed-tools']) allow(draft, fields[field])
  for (const field of refusedTools) refuse(draft, fields[field])
  permit(draft, fields['permission'])
  const mode = fields['permissionMode']
  if (mode === 'plan' || isOn(fields['readonly']) || isOn(fields['readOnly'])) onlyRead(draft)
  else if (mode !== undefined && !harmlessModes.includes(String(mode)))
    fault(draft, `its permission mode ${JSON.stringify(mode)} is not known here`)
  if (fields['hooks'] !== undefined) fault(draft, 'it has hooks of its own, which are not run here')
  if (fields['isolation'] !== undefined)
    fault(draft, 'it wants to work in a copy of its own, which it does not get here')
  const rounds = roundsIn(draft, fields)
  const [unknown] = limitingFields(fields, understood)
  if (unknown !== undefined) fault(draft, `its field ${unknown} is not known here`)
  const { tools, commands, rules, problem } = draft
  if (problem !== null) return { ok: false, problem: visibleName(`It is not used, since ${problem}.`).slice(0, 400) }
  const isFree = commands === null && rules.length === 0
  return { ok: true, tools, ...(!isFree && { restrictions: { commands, rules } }), ...(rounds !== null && { rounds }) }
}

const refusedTools = ['disallowedTools', 'disallowed-tools', 'excludeTools'] as const
/** Claude Code's, opencode's (also its former) and Gemini CLI's names of the limit. */
const roundLimits = ['maxTurns', 'steps', 'maxSteps', 'max_turns'] as const

/** What limits a sub-agent in ways that hold, or has a reason of its own. */
const understood: readonly string[] = [
  ...refusedTools,
  ...roundLimits,
  ...['permission', 'permissionMode', 'readonly', 'readOnly', 'hooks', 'isolation', 'disable'],
]

function roundsIn(draft: Draft, fields: JsonObject): number | null {
  const given = roundLimits.flatMap((name) =>
    fields[name] === undefined ? [] : [{ name, value: Number(fields[name]) }],
  )
  const wrong = given.find(({ value }) => !Number.isInteger(value) || value < 1)
  if (wrong !== undefined) fault(draft, `its limit ${wrong.name} is not a whole number of at least 1`)
  return given.length === 0 ? null : Math.min(...given.map(({ value }) => value))
}

/** They only grant, and nothing is granted by a file. */
const harmlessModes = ['', 'default', 'acceptEdits', 'bypassPermissions', 'auto', 'delegate']
const isOn = (value: Json | undefined): boolean => value === true || value === 'true'
const fault = (draft: Draft, problem: string): void => {
  draft.problem ??= problem
}

/** Leaves only these of what was there. */
function keep(draft: Draft, names: readonly string[]): void {
  draft.tools = draft.tools === null ? [...new Set(names)] : draft.tools.filter((name) => names.includes(name))
}
const take = (draft: Draft, names: readonly string[]): void =>
  keep(
    draft,
    (draft.tools ?? knownTools).filter((name) => !names.includes(name)),
  )
const onlyRead = (draft: Draft): void => keep(draft, readingTools)

function allow(draft: Draft, given: Json | undefined): void {
  if (given === undefined) return
  const switches = jsonObject.safeParse(given)
  const named = switches.success ? [] : namedTools(given)
  if (switches.success) applySwitches(draft, switches.data)
  else if (named === null) fault(draft, 'its list of tools can’t be read')
  else if (!named.some(({ name }) => name === '*')) {
    for (const { name, inner } of named) if (inner !== null) limitTool(draft, name, inner)
    if (named.some(({ name, inner }) => name.toLowerCase() === 'bash' && inner === null)) draft.commands = null
    keep(
      draft,
      named.flatMap(({ name }) => ownNames(name)),
    )
  }
}

/** `Bash(git diff:*)`. What limits other tools can't be held to. */
function limitTool(draft: Draft, name: string, inner: string): void {
  if (name.toLowerCase() === 'bash') draft.commands = [...(draft.commands ?? []), ...commandPatterns(inner)]
  else if (!/^(task|agent|skill)$/i.test(name))
    fault(draft, `${name} is limited to ${inner}, which can’t be held to here`)
}

/** opencode's map of switches: later ones win. */
function applySwitches(draft: Draft, switches: JsonObject): void {
  const on = new Set(draft.tools ?? knownTools)
  let isLimited = false
  for (const [name, value] of Object.entries(switches)) {
    const isOff = value === false || value === 'false'
    if (!isOff && !isOn(value)) fault(draft, `the switch ${name} is neither on nor off`)
    isLimited ||= isOff
    for (const each of isOff ? withGit(toolsLike(name)) : toolsLike(name))
      if (isOff) on.delete(each)
      else on.add(each)
  }
  if (isLimited) keep(draft, [...on])
}

function refuse(draft: Draft, given: Json | undefined): void {
  const named = namedTools(given)
  if (named === null) fault(draft, 'its list of tools that are not allowed can’t be read')
  for (const each of named ?? []) refuseTool(draft, each)
}

function refuseTool(draft: Draft, { name, inner }: NamedTool): void {
  if (inner === null) take(draft, withGit(toolsLike(name)))
  else if (name.toLowerCase() === 'bash')
    draft.rules.push(
      ...commandPatterns(inner).map((pattern) => ({ tool: 'shell', pattern, decision: 'deny' as const })),
    )
  else if (/^(edit|write|multiedit)$/i.test(name) && isOwnPath(inner))
    draft.rules.push({ tool: 'edit_file', pattern: inner.replace(/^\.\//, ''), decision: 'deny' })
  else fault(draft, `it may not use ${name} for ${inner}, which can’t be held to here`)
}

/** Git is run by a shell too. */
const withGit = (names: readonly string[]): readonly string[] => (names.includes('shell') ? [...names, 'git'] : names)
const isOwnPath = (path: string): boolean => !/^(\/|~|\.\.)/.test(path)

/** opencode's `permission`: one decision for all, or one for each kind of tool, or for patterns of it. */
function permit(draft: Draft, given: Json | undefined): void {
  if (given === undefined) return
  const each = typeof given === 'string' ? { '*': given } : jsonObject.safeParse(given).data
  if (each === undefined) fault(draft, 'its permissions can’t be read')
  for (const [name, decision] of Object.entries(each ?? {})) permitKind(draft, name, decision)
}

/** Kinds that the app has no tool for, so that nothing has to be taken away. */
const foreignKinds = /^(task|todowrite|todoread|websearch|codesearch|lsp|external_directory|doom_loop)$/

function permitKind(draft: Draft, name: string, decision: Json): void {
  if (decision === 'allow' || foreignKinds.test(name)) return
  // Opencode's `edit` is for all that changes files.
  const tools = name === 'edit' ? ['edit_file', 'write_file'] : withGit(toolsLike(name))
  const patterns = jsonObject.safeParse(decision)
  if (decision === 'deny') take(draft, tools)
  else if (decision === 'ask') draft.rules.push(...tools.flatMap(askRule))
  else if (!patterns.success) fault(draft, `the permission ${name} can’t be read`)
  else
    for (const [pattern, one] of Object.entries(patterns.data))
      permitPattern(draft, tools.includes('shell') ? 'shell' : (tools[0] ?? name), pattern, one)
}

/** What only reads is never asked about. */
const askRule = (tool: string): Rules => {
  if (tool === 'shell') return [{ tool, pattern: '*', decision: 'ask' }]
  return tool === 'edit_file' ? [{ tool, pattern: '**', decision: 'ask' }] : []
}

function permitPattern(draft: Draft, tool: string, pattern: string, decision: Json): void {
  if (decision !== 'allow' && decision !== 'ask' && decision !== 'deny')
    fault(draft, `the permission ${pattern} can’t be read`)
  else if (tool === 'shell') permitCommand(draft, pattern, decision)
  else if (decision === 'allow') return
  else if (tool === 'edit_file') draft.rules.push({ tool, pattern: pattern === '*' ? '**' : pattern, decision })
  else fault(draft, `${tool} is limited to some files, which can’t be held to here`)
}

function permitCommand(draft: Draft, pattern: string, decision: 'allow' | 'ask' | 'deny'): void {
  // All but what follows.
  if (pattern === '*' && decision === 'deny') draft.commands = []
  else if (decision !== 'deny' && draft.commands !== null) draft.commands = [...draft.commands, pattern]
  if (decision !== 'allow' && !(pattern === '*' && decision === 'deny'))
    draft.rules.push({ tool: 'shell', pattern, decision })
}
