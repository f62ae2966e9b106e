import { coversPath, exactGlob, matchesGlob } from '../../src-shared/base/glob.ts'
import { type Match, matchCommand, matchesWildcards } from '../../src-shared/commands/match-command.ts'
import { matchWritten } from '../../src-shared/commands/match-written.ts'
import type { CommandReading } from '../../src-shared/commands/reading.ts'
import type { ToolEffect } from '../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../src-shared/settings/settings.ts'
import { readingsOf } from './call-readings.ts'
import { visible } from './text/visible.ts'

/** The call that the gate decides on, once it is prepared. */
export interface GatedCall {
  readonly tool: string
  readonly effect: ToolEffect
  readonly subject: string
  readonly writes: readonly string[]
  /** If a rule holds for this, whatever the subject (`Plan`). */
  readonly key?: string
  /** If it sends something off this computer (`Plan`). */
  readonly leaves?: true
  /** Command lines among its arguments (`Plan`). */
  readonly commands?: readonly string[]
  /** Files that its arguments name (`Plan`). */
  readonly touches?: readonly string[]
}
/** Without a decision the rule allows. */
export type Rule = Pick<ApprovalRule, 'tool' | 'pattern'> & Partial<Pick<ApprovalRule, 'decision'>>

/**
 * Whether a rule allows a call: only if all that runs is what it names. For commands a pattern is the exact command, or
 * a prefix that ends in ` *` and that every program of the command begins with; for edits a glob of project-relative
 * paths. What can't be read before it runs is allowed only as the exact command.
 */
export function ruleCovers(rule: Rule, call: GatedCall): boolean {
  if (call.effect === 'edit')
    return isForEdits(rule) && call.writes.length > 0 && call.writes.every((path) => matchesGlob(rule.pattern, path))
  if (call.key !== undefined) return rule.tool === call.tool && rule.pattern === call.key
  const isForCommands = rule.tool === 'shell' && call.tool === 'git'
  if ((rule.tool !== call.tool && !isForCommands) || isDisguised(call.subject)) return false
  return rule.pattern === call.subject || prefixCovers(rule.pattern, call)
}

const isForEdits = ({ tool }: Rule) => tool === 'edit_file' || tool === 'write_file'

/**
 * Whether a rule that asks or denies concerns a call: if any part of what it does matches.
 *
 * 1. A rule for commands (`shell`) is about what runs, whatever runs it: `shell`, `git`, another agent, a tool of a
 *    server that is given a command line. It looks through pipelines, words of the shell, wrappers such as `timeout`,
 *    and `bash -c`.
 * 2. A rule for edits is about files, and with a folder's name about all that is in it, also those that a command
 *    writes, as far as its text tells.
 * 3. What can't be read before it runs may be what the rule is about: `maybe`.
 */
export function ruleConcerns(rule: Rule, call: GatedCall): Match {
  if (call.effect === 'edit')
    return isForEdits(rule) && call.writes.some((path) => coversPath(rule.pattern, path, true)) ? 'yes' : 'no'
  if (matchesWildcards(rule.tool, call.tool) && isWhole(rule.pattern, visible(call.subject))) return 'yes'
  if (isForEdits(rule)) return touchesMatch(rule.pattern, call)
  if (!isForCommandsOf(rule, call)) return 'no'
  return strongest(readingsOf(call).map((reading) => commandMatch(rule.pattern, call, reading)))
}

/**
 * The same for a call that only reads: if the rule names its tool, and its file or all of its subject. One for all tools
 * is about what they change.
 */
export function ruleConcernsReading(rule: Rule, { tool, subject }: GatedCall): boolean {
  if (rule.tool === '*' || !matchesWildcards(rule.tool, tool)) return false
  return isWhole(rule.pattern, visible(subject)) || (tool === 'read_file' && matchesGlob(rule.pattern, subject, true))
}

const isWhole = (pattern: string, text: string): boolean =>
  [text, text.trim().replace(/\s+/g, ' ')].some((each) => matchesWildcards(pattern, each) || pattern === `${each} *`)

/** A rule for `shell` is one for commands of all kinds. */
const isForCommandsOf = ({ tool }: Rule, call: GatedCall): boolean =>
  matchesWildcards(tool, call.tool) || matchesWildcards(tool, 'shell')

function commandMatch(pattern: string, call: GatedCall, reading: CommandReading): Match {
  const match = matchCommand(pattern, reading)
  // Where the reader stopped, what is spelled as usual is found nevertheless.
  const isSpelled =
    match === 'maybe' && reading.unreadable.length > 0 && roughParts(call).some((part) => isWhole(pattern, part))
  return isSpelled ? 'yes' : match
}

const roughParts = ({ subject, commands = [] }: GatedCall): readonly string[] =>
  [subject, ...commands].flatMap((each) =>
    visible(each)
      .split(/&&|\|\||[;&|()`\n\r]|\$\(/)
      .flatMap((part) => [part, part.replace(/^\s*((sudo|env|exec|command|nohup|time)\s+|\w+=\S*\s+)+/, '')]),
  )

/** A tool of a server may only read a file that it names. */
function touchesMatch(glob: string, call: GatedCall): Match {
  const writes = strongest(readingsOf(call).map((reading) => matchWritten(glob, reading)))
  if (writes === 'yes' || call.touches === undefined) return writes
  const paths = call.touches.map((path) => ({ path: [path], isWhole: false }))
  return matchWritten(glob, { writes: paths }) === 'no' ? writes : 'maybe'
}

const strongest = (matches: readonly Match[]): Match =>
  matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no'

/** Characters with which a shell could run a second command or substitute text. `%`, `^` and `!` are cmd.exe's. */
const shellMarks = /[;&|`$()<>{}\\%^!\n\r]/

function prefixCovers(pattern: string, call: GatedCall): boolean {
  if (!pattern.endsWith(' *')) return false
  const prefix = pattern.slice(0, -2)
  if (prefix.trim() === '') return false
  const begins = (text: string) => !shellMarks.test(text) && (text === prefix || text.startsWith(`${prefix} `))
  const readings = readingsOf(call)
  if (readings.length === 0) return begins(call.subject)
  return readings.every(({ isPlain, programs }) => isPlain && programs.every(({ written }) => begins(written)))
}

/** Whether every program of a command fits one of the patterns; changing the folder is no program. */
export function commandsCover(patterns: readonly string[], call: GatedCall): boolean {
  const fits = (text: string) => !shellMarks.test(text) && patterns.some((each) => isWhole(each, text))
  return readingsOf(call).every(
    ({ isPlain, programs }) => isPlain && programs.every(({ name, written }) => name === 'cd' || fits(written)),
  )
}

/** A rule is stored for what the user saw; if something else would run, none is stored. */
const isDisguised = (subject: string) => visible(subject) !== subject

/** Commands that only run what the project itself defines, so their arguments may vary. */
const runners =
  /^((npm|pnpm|yarn|bun) (run )?(test|lint|check|build|typecheck)|npx (vitest|jest|tsc|eslint)|pytest|python3? -m (pytest|unittest)|cargo (test|check|build|clippy)|go (test|vet|build)|deno (test|check|lint)|make (test|check)|dotnet test|mvn test|gradle test)( |$)/

/** The narrowest rule that is still useful; null if none is safe. */
export function offeredRule(call: GatedCall): Rule | null {
  if (call.key !== undefined) return { tool: call.tool, pattern: call.key }
  if (isDisguised(call.subject) || call.subject.length > 500) return null
  if (call.effect === 'edit') {
    const [path, ...more] = call.writes
    return path === undefined || more.length > 0 ? null : { tool: call.tool, pattern: exactGlob(path) }
  }
  if (call.tool !== 'shell' || shellMarks.test(call.subject)) return { tool: call.tool, pattern: call.subject }
  const runner = runners.exec(call.subject)?.[1]
  return { tool: call.tool, pattern: runner === undefined ? call.subject : `${runner} *` }
}
