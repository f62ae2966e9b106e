import { parseShell } from '../posix/parse-shell.ts'
import { type Command, type Item, knownText, type Script, type SimpleCommand, type Word } from '../posix/tree.ts'
import { programName, readCommand } from '../read-command.ts'
import { startedBy } from '../started-programs.ts'
import { checkKind } from './check-programs.ts'

/** What a command line's exit code says about the checks in it. */
export interface ExitMeaning {
  /** 0 means that all checks passed. */
  readonly success: boolean
  /** Another one means that a check failed. */
  readonly failure: boolean
  /** All that the checks print is in the output. */
  readonly isOutputWhole: boolean
}

/** Settings of the shell so far. */
interface Settings {
  pipefail: boolean
  errexit: boolean
}

/** `setup`: it prepares, and its failure would stop what follows `&&`. */
type Part = 'check' | 'setup' | 'other' | 'spoiled'
interface PartMeaning {
  readonly kind: Part
  readonly success: boolean
  readonly failure: boolean
}

const nothing: PartMeaning = { kind: 'spoiled', success: false, failure: false }
const check: PartMeaning = { kind: 'check', success: true, failure: true }

export function exitMeaning(command: string): ExitMeaning {
  const { script, problem } = parseShell(command)
  const isOutputWhole = problem === null && !cutsOutput(script, 0)
  if (problem !== null) return { success: false, failure: false, isOutputWhole }
  const { kind, success, failure } = meaningOf(script, { pipefail: false, errexit: false }, 0)
  return kind === 'check' ? { success, failure, isOutputWhole } : { success: false, failure: false, isOutputWhole }
}

/** A script's exit code is that of its last list; a check before it would be lost. */
function meaningOf({ items }: Script, settings: Settings, depth: number): PartMeaning {
  let before: PartMeaning | null = null
  for (const list of listsOf(items)) {
    const one = listMeaning(list, settings, depth)
    before = before === null ? one : settings.errexit ? joined(before, one) : followed(before, one)
  }
  return before ?? { kind: 'setup', success: false, failure: false }
}

const followed = (before: PartMeaning, one: PartMeaning): PartMeaning =>
  before.kind === 'check' || before.kind === 'spoiled' ? nothing : one

/** `one && other`: 0 only if both passed. */
function joined(before: PartMeaning, one: PartMeaning): PartMeaning {
  if (before.kind === 'spoiled' || one.kind === 'spoiled') return nothing
  if (one.kind !== 'check') return before.kind === 'check' ? nothing : before.kind === 'other' ? before : one
  if (before.kind === 'check')
    return { kind: 'check', success: before.success && one.success, failure: before.failure && one.failure }
  // If what comes first fails, the check has not run.
  return { ...one, failure: one.failure && before.kind === 'setup' }
}

/** The items up to each `;`, `&` or line feed. */
function listsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const lists: Item[][] = [[]]
  for (const item of items) {
    lists.at(-1)?.push(item)
    if (item.after !== 'and' && item.after !== 'or') lists.push([])
  }
  return lists.filter((list) => list.length > 0)
}

function listMeaning(list: readonly Item[], settings: Settings, depth: number): PartMeaning {
  const parts = list.map((item) => itemMeaning(item, settings, depth))
  const isPlain = list.every(({ after }) => after === 'and' || after === 'next' || after === 'end')
  if (!isPlain)
    return parts.some(({ kind }) => kind === 'check' || kind === 'spoiled')
      ? nothing
      : { kind: 'other', success: false, failure: false }
  const [first, ...rest] = parts
  return first === undefined ? nothing : rest.reduce(joined, first)
}

const quiet: PartMeaning = { kind: 'other', success: false, failure: false }

function itemMeaning({ commands, negated, after }: Item, settings: Settings, depth: number): PartMeaning {
  const parts = commands.map((command) => commandMeaning(command, settings, depth))
  const last = parts.at(-1)
  const isChecked = parts.some(({ kind }) => kind === 'check' || kind === 'spoiled')
  if (!isChecked) return last !== undefined && parts.length === 1 ? last : quiet
  if (negated || after === 'background' || last === undefined) return nothing
  const earlier = parts.slice(0, -1).some(({ kind }) => kind === 'check' || kind === 'spoiled')
  if (!earlier) return last
  if (!settings.pipefail || parts.some(({ kind }) => kind === 'spoiled')) return nothing
  const filtersWell = commands.every((command, at) => parts[at]?.kind === 'check' || isFilter(command))
  return { ...check, failure: filtersWell }
}

/** Programs that don't fail on what they are handed. */
const filters = /^(tail|head|tee|cat|sed|awk|tr|cut|sort|nl|fold|less|more|ts|strip-ansi)$/
const isFilter = (command: Command): boolean => filters.test(nameOf(command))

function nameOf(command: Command): string {
  const first = command.kind === 'simple' ? command.words[0] : undefined
  return first === undefined ? '' : programName(knownText(first) ?? '')
}

function commandMeaning(command: Command, settings: Settings, depth: number): PartMeaning {
  if (depth > 10) return nothing
  if (command.kind === 'simple') return simpleMeaning(command, settings, depth)
  const [script] = command.scripts
  if ((command.keyword === '{' || command.keyword === '(') && script !== undefined)
    return meaningOf(script, command.keyword === '{' ? settings : { ...settings }, depth + 1)
  return command.scripts.some((each) => holdsCheck(each)) ? nothing : quiet
}

/** Words that a shell and its start-up need, and that fail only if something is wrong with the set-up. */
const setups =
  /^(cd|pushd|popd|export|set|source|\.|:|true|unset|umask|ulimit|mkdir|nvm|fnm|echo|printf|which|command|declare|local|readonly|shopt)$/
/** Programs whose exit code is that of what they start. */
const transparent =
  /^(env|timeout|gtimeout|nice|nohup|time|gtime|command|exec|builtin|stdbuf|sudo|doas|setsid|ionice|chrt|taskset|cross-env|xvfb-run|dbus-run-session|unbuffer|caffeinate|uv|poetry|pipenv|pdm|rye|hatch|bundle|mise|direnv|sh|bash|dash|zsh|ksh|busybox|eval)$/

function simpleMeaning(command: SimpleCommand, settings: Settings, depth: number): PartMeaning {
  const [first, ...args] = command.words
  const holds = [...command.words, ...command.assignments.map(({ value }) => value)].some(({ scripts }) =>
    scripts.some(holdsCheck),
  )
  if (holds) return nothing
  if (first === undefined) return { kind: 'setup', success: false, failure: false }
  const name = programName(knownText(first) ?? '')
  if (name === 'set' || name === 'shopt')
    readSettings(
      args.map((word) => knownText(word) ?? ''),
      settings,
    )
  if (checkKind({ name, words: command.words }) !== null) return check
  const started = startedBy(name, args, null)
  if (started.length > 0) return startedMeaning(name, args, started, settings, depth)
  return { kind: setups.test(name) ? 'setup' : 'other', success: false, failure: false }
}

function startedMeaning(
  name: string,
  args: readonly Word[],
  started: ReturnType<typeof startedBy>,
  settings: Settings,
  depth: number,
): PartMeaning {
  const [only, ...more] = started
  if (only === undefined || only.kind === 'unreadable') return quiet
  const text = only.kind === 'words' ? only.words.map(({ raw }) => raw).join(' ') : knownText(only.text)
  if (text === null || (only.kind === 'shell' && only.shell !== 'posix')) return quiet
  const { script, problem } = parseShell(text)
  const inShell = only.kind === 'shell' && name !== 'eval' ? { pipefail: false, errexit: false } : { ...settings }
  if (only.kind === 'shell')
    readSettings(
      args.slice(0, -1).map((word) => knownText(word) ?? ''),
      inShell,
    )
  const inner = problem === null ? meaningOf(script, inShell, depth + 1) : nothing
  if (transparent.test(name) && more.length === 0) return inner
  return inner.kind === 'check' || inner.kind === 'spoiled' ? nothing : quiet
}

function readSettings(args: readonly string[], settings: Settings): void {
  for (const [at, arg] of args.entries()) {
    if (/^-[a-z]*e/.test(arg)) settings.errexit = true
    if (/^\+[a-z]*e/.test(arg)) settings.errexit = false
    const isSet = /^-[a-z]*o$/.test(args[at - 1] ?? '')
    if (arg === 'pipefail') settings.pipefail = isSet
    if (arg === 'errexit') settings.errexit = isSet
  }
}

const holdsCheck = (script: Script): boolean =>
  script.items.some(({ commands }) =>
    commands.some((command) =>
      command.kind === 'simple'
        ? readCommand(command.raw).programs.some((program) => checkKind(program) !== null)
        : command.scripts.some(holdsCheck),
    ),
  )

/** Whether a pipeline or a redirection takes a part of the output away. */
function cutsOutput({ items }: Script, depth: number): boolean {
  return items.some(({ commands }) =>
    commands.some((command, at) => {
      if (at > 0 && !/^(tee|cat)$/.test(nameOf(command))) return true
      if (
        command.redirects.some(
          ({ operator, target }) => operator.includes('>') && !/^(\d|-|\/dev\/stderr)$/.test(target.raw),
        )
      )
        return true
      if (command.kind === 'compound')
        return depth > 10 || command.scripts.some((script) => cutsOutput(script, depth + 1))
      return [...command.words, ...command.assignments.map(({ value }) => value)].some(
        ({ scripts }) => scripts.length > 0,
      )
    }),
  )
}
