import { counted } from '../../src-shared/base/format.ts'
import { check } from '../../src-shared/comparison/comparison.ts'
import type { ReadTask, RefusedTask } from './read-task.ts'
import { type SweBenchRow, sweBenchRow } from './swe-bench-row.ts'

export interface SweBenchOptions {
  /** Command that runs tests, with `{tests}` for their names; null: pytest, if the names are pytest's. */
  readonly testCommand: string | null
  readonly platform: NodeJS.Platform
}

/** A task, with what of it is not as its row has it, in sentences. */
export interface SweBenchTask {
  readonly task: ReadTask
  readonly warnings: readonly string[]
}

/** @param line where it is, for a row without a name */
export function sweBenchTask(value: unknown, line: string, options: SweBenchOptions): SweBenchTask | RefusedTask {
  const read = sweBenchRow.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { name: line, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'It is not a row of SWE-bench.'}` }
  }
  const { instance_id: name, repo, base_commit, difficulty, patch, test_patch, image, image_assets } = read.data
  const named = [...read.data.FAIL_TO_PASS, ...read.data.PASS_TO_PASS]
  if (named.length === 0) return { name, why: 'It names no tests, so nothing could tell whether it was solved.' }
  const { tests, cut } = withoutCutNames(named)
  const command = commandFor(tests, options)
  // A command that the user gave is for this computer; what needs an image is not run on it.
  const needsImage = image != null && options.testCommand === null
  if (typeof command !== 'string' && !needsImage) return { name, ...command }
  const task: ReadTask = {
    format: 'swe-bench',
    name,
    message: messageOf(read.data),
    start: { kind: 'commit', repository: repo, commit: base_commit },
    setUpCommand: null,
    check: typeof command === 'string' ? check.parse({ command, timeLimitMs: 1_800_000 }) : null,
    hidden: test_patch ? { kind: 'patch', patch: test_patch } : null,
    solution: patch ? { files: { kind: 'patch', patch }, command: null } : null,
    timeLimitMs: null,
    tags: difficulty ? [difficulty] : [],
    needs: needsImage ? ['container'] : [],
  }
  const warnings = [
    ...(cut === 0 ? [] : [`${counted(cut, 'name')} of tests end within a bracket; all cases of these tests are run.`]),
    ...(hasPictures(image_assets) ? ['Its problem has pictures, which are not shown to the agent.'] : []),
  ]
  return { task, warnings }
}

/**
 * Names that a log of pytest was cut off in, such as `test_units[log(kilo`: no test is called so, but the one before the
 * bracket runs it, with its other cases.
 */
function withoutCutNames(named: readonly string[]) {
  const isCut = (name: string) => /\.py::/.test(name) && /\[/.test(name) && !name.endsWith(']')
  const cut = named.filter(isCut).length
  const whole = named.map((name) => (isCut(name) ? name.slice(0, name.indexOf('[', name.indexOf('::'))) : name))
  const alone = new Set(whole.filter((name) => !name.includes('[')))
  // A case of a test that is run whole need not be named.
  const tests = [...new Set(whole)].filter(
    (name) => cut === 0 || !alone.has(name.replace(/\[.*$/s, '')) || alone.has(name),
  )
  return { tests, cut }
}

const hasPictures = (assets: unknown): boolean =>
  /https?:/.test(typeof assets === 'string' ? assets : (JSON.stringify(assets ?? null) ?? ''))

/** As agents get it in SWE-bench Pro: the tests ask for what only the other parts name. */
function messageOf({ problem_statement, requirements, interface: added }: SweBenchRow): string {
  const parts = [problem_statement]
  if (requirements) parts.push(`Requirements:\n${requirements}`)
  if (added) parts.push(`New interfaces introduced:\n${added}`)
  return parts.join('\n\n')
}

/** Characters. Linux has at most 128 KiB for one argument of a program, and `cmd` 8191 characters for a line. */
const longestCommand = (platform: NodeJS.Platform): number => (platform === 'win32' ? 8000 : 100_000)

/** Solved means that every test named passes: the command exits with 0 only then. */
function commandFor(tests: readonly string[], { testCommand, platform }: SweBenchOptions): string | { why: string } {
  const arePytest = tests.every((each) => /\.py(::|$)/.test(each))
  if (testCommand === null && !arePytest)
    return {
      why: 'Its tests are not named as pytest does. Give the command that runs them, with {tests} for their names.',
    }
  const template = testCommand ?? 'python -m pytest -q {tests}'
  if (!template.includes('{tests}')) return template
  const names = tests.map(nameForCommand)
  const unclear = tests.find((_, at) => names[at] === null)
  if (unclear !== undefined)
    return {
      why: `Its test “${unclear.slice(0, 200)}” is named by its description, which no command can run. Give a command without {tests}.`,
    }
  const command = template.replaceAll('{tests}', names.map((each) => quoted(each ?? '', platform)).join(' '))
  if (command.length <= longestCommand(platform)) return command
  return {
    why: `Its ${tests.length} tests are too many for one command. Give a command that runs all of them, without {tests}.`,
  }
}

/**
 * What a runner calls a test. Python’s unittest prints `test_a (module.Class)`, since 3.11 `test_a (module.Class.test_a)`,
 * and takes `module.Class.test_a`; for a test with a description it prints only that. Null: it can’t be known.
 */
function nameForCommand(printed: string): string | null {
  const [, test = '', owner = ''] = /^(\w+) \(([\w.]+)\)$/.exec(printed) ?? []
  if (test !== '') return owner.endsWith(`.${test}`) ? owner : `${owner}.${test}`
  if (printed.includes(' ') && !/\.py(::|$)/.test(printed)) return null
  // A name is never an option of the runner.
  return printed.startsWith('-') ? `./${printed}` : printed
}

/** One argument for the shell of the system: `sh`, or `cmd` on Windows. */
function quoted(text: string, platform: NodeJS.Platform): string {
  if (/^[\w./:@=+-]+$/.test(text)) return text
  if (platform === 'win32') return `"${text.replaceAll('"', '""').replaceAll('%', '%%')}"`
  return `'${text.replaceAll("'", "'\\''")}'`
}
