import { checkCommand, firstLook } from './first-look.ts'
import type { CheckRun, Knowledge } from './knowledge.ts'
import { type Mutation, mutationsOf } from './mutations.ts'
import type { Situation } from './situation.ts'
import { importsOf, type Suspect, suspectsOf } from './suspects.ts'
import { readTestReport } from './test-report.ts'
import { calls, type DemoAnswer, type DemoCall, says } from './wire.ts'

/** A small change of one line, to try. */
export interface Trial extends Mutation {
  readonly path: string
  /** The line, from 0. */
  readonly at: number
  readonly was: string
}

const maxTrials = 60

/**
 * Mutation-based repair: runs the check, reads the code that the failing test reaches, then tries small edits there,
 * the most likely first, until the check passes. Source: Le Goues et al., "GenProg" (2012), without the crossover.
 */
export function repair(situation: Situation, known: Knowledge): DemoAnswer {
  const first = firstLook(situation, known)
  if (first !== null) return first
  const command = checkCommand(known)
  if (command === null) return says(noCheck(known))
  // If there is no shell, a strategy may run the check after each answer and report it.
  const checkedByStrategy = !situation.offered.has('shell') && known.runs.some((each) => each.command === command)
  if (!(checkedByStrategy || situation.offered.has('shell')) || !situation.offered.has('edit_file'))
    return says(onlyReading(command))
  if (known.refusal !== null) return says(stopped(known.refusal, known))
  const last = known.runs.findLast((run) => run.command === command)
  if (last === undefined)
    return run(command, `The project’s tests run with \`${command}\`. I’ll run it to see what fails.`, known)
  if (last.edits < known.edits.length && checkedByStrategy)
    return says('I made the change. The check will show whether it helps.')
  if (last.edits < known.edits.length)
    return run(command, 'I’ll run the check again to see whether that fixed it.', known)
  if (last.passed && known.edits.length === 0) return says(nothingToFix(command))
  if (last.passed) return repairedBefore(situation) ? lookAgain(situation, known, command) : says(fixed(known, command))
  return search(situation, known, command, last)
}

/** Whether the repair was made and reported before this request. */
function repairedBefore({ done, answered }: Situation): boolean {
  const isNew = done.some((each) => each.current && each.tool === 'edit_file')
  return !isNew && answered.some((text) => claims.some((claim) => text.includes(claim)))
}

/** If the same request is repeated: runs the check and reports the result without a change. */
function lookAgain(situation: Situation, known: Knowledge, command: string): DemoAnswer {
  const ran = known.runs.some((each) => each.current && each.command === command)
  if (ran) return says(`\`${command}\` exits with 0, so I changed nothing this time. ${earlier}`)
  if (!situation.offered.has('shell')) return says(`I changed nothing this time. ${earlier}`)
  return run(
    command,
    'I fixed this earlier in the conversation. I’ll run the check to see whether it still passes.',
    known,
  )
}
const earlier = 'I fixed it earlier in this conversation.'
const claim = 'I fixed what made'
/** The second is in conversations of earlier versions. */
const claims = [claim, 'This change makes it pass']

/**
 * A call of a command. If a strategy refuses repeated calls, a different time limit makes the check after an edit a new
 * call.
 */
export function run(command: string, text: string, known: Knowledge): DemoAnswer {
  const limit = known.repeats === 0 ? {} : { timeout_seconds: usualLimit + known.runs.length + known.repeats }
  return calls(text, { tool: 'shell', arguments: { command, ...limit } })
}
const usualLimit = 120

function search(situation: Situation, known: Knowledge, command: string, last: CheckRun): DemoAnswer {
  const baseline = known.runs.find((each) => each.command === command && !each.passed) ?? last
  const report = readTestReport(baseline.output, situation.folder)
  const unread = unreadFiles(
    report.failing.map(({ path }) => path),
    known,
  )
  if (unread.length > 0) {
    const failing = report.failing[0]?.name
    const text = failing
      ? `"${failing}" fails${because(report.complaint)}. I’ll read the test and the code that it calls.`
      : 'I’ll read the code.'
    return calls(text, ...unread.map((path) => ({ tool: 'read_file', arguments: { path } })))
  }
  const trials = trialsFor(suspectsOf(report.failing, known.originals), known.originals)
  const next = nextTrial(trials, known)
  if (next === undefined || known.failedEdits > 2) return giveUp(known, trials.length, command)
  return calls(sentence(next, known), ...changesTo(known, next))
}

const because = (complaint: string): string => (complaint === '' ? '' : ` (${complaint})`)

/** Unread test files that the report names, and their imports, two levels deep. */
function unreadFiles(tests: readonly string[], known: Knowledge): string[] {
  const wanted = new Set(tests)
  for (let step = 0; step < 3; step += 1) {
    for (const path of [...wanted]) {
      const text = known.originals.get(path)
      if (text !== undefined) for (const to of importsOf(path, text)) wanted.add(to)
    }
  }
  if (wanted.size === 0) for (const path of known.listed) if (/^(src|lib)\/.*\.[cm]?js$/.test(path)) wanted.add(path)
  return [...wanted].filter((path) => !known.files.has(path) && !known.unreadable.has(path)).slice(0, 8)
}

export function trialsFor(suspects: readonly Suspect[], originals: ReadonlyMap<string, string>): Trial[] {
  const trials = suspects.flatMap(({ path, line, distance }) => {
    const was = originals.get(path)?.split('\n')[line] ?? ''
    return mutationsOf(was).map((each) => ({ ...each, path, at: line, was, weight: each.weight + distance }))
  })
  return trials.sort((first, second) => first.weight - second.weight).slice(0, maxTrials)
}

/** The first edit that has not been tried. */
function nextTrial(trials: readonly Trial[], known: Knowledge): Trial | undefined {
  const tried = new Set(known.edits.map(({ path, text }) => `${path}\n${text}`))
  return trials.find(
    ({ path, at, line }) => !tried.has(`${path}\n${withLine(known.originals.get(path) ?? '', at, line)}`),
  )
}

/** The edits that undo the previous trial and make the next one. */
function changesTo(known: Knowledge, next: Trial | null): DemoCall[] {
  return [...known.originals].flatMap(([path, original]) => {
    const target = next?.path === path ? withLine(original, next.at, next.line) : original
    return editsBetween(path, known.files.get(path) ?? original, target)
  })
}

const withLine = (text: string, at: number, line: string): string =>
  text
    .split('\n')
    .map((each, i) => (i === at ? line : each))
    .join('\n')

/** One exact replacement for each changed line, with enough context to match only once. */
function editsBetween(path: string, current: string, target: string): DemoCall[] {
  const now = current.split('\n')
  const then = target.split('\n')
  return now.flatMap((line, at) => {
    const wanted = then[at]
    if (wanted === undefined || wanted === line) return []
    const { before, after } = snippet(now, at, wanted)
    return [{ tool: 'edit_file', arguments: { path, old_text: before, new_text: after } }]
  })
}

/** Lines around `at` that occur only once in the file, before and after the change. */
function snippet(lines: readonly string[], at: number, line: string): { before: string; after: string } {
  const whole = lines.join('\n')
  for (let reach = 0; reach < lines.length; reach += 1) {
    const from = Math.max(0, at - reach)
    const part = lines.slice(from, at + 1)
    const before = part.join('\n')
    if (before.trim() !== '' && whole.indexOf(before) === whole.lastIndexOf(before)) {
      return { before, after: [...part.slice(0, -1), line].join('\n') }
    }
  }
  return { before: whole, after: lines.map((each, i) => (i === at ? line : each)).join('\n') }
}

function sentence(trial: Trial, known: Knowledge): string {
  const location = `\`${trial.path}\`, line ${trial.at + 1}`
  return known.edits.length === 0
    ? `The failing test leads to ${location}: ${trial.words}. I’ll try that.`
    : `That didn’t help. Next, ${location}: ${trial.words}.`
}

function giveUp(known: Knowledge, tried: number, command: string): DemoAnswer {
  const undo = changesTo(known, null)
  const text = `I tried ${tried} small edits where the failing test leads, and \`${command}\` passes with none of them.`
  if (undo.length > 0 && known.failedEdits <= 2) return calls(`${text} I’ll restore the file.`, ...undo)
  const state = undo.length > 0 ? 'My last attempt is still in the files: see the changes.' : 'The files are unchanged.'
  return says(`${text} The demo model can only try small edits; a real model may find more. ${state}`)
}

function fixed(known: Knowledge, command: string): string {
  const changed = [...known.originals].flatMap(([path, original]) => {
    const now = (known.files.get(path) ?? original).split('\n')
    const lines = original
      .split('\n')
      .flatMap((line, i) => (line === now[i] ? [] : [`- ${line.trim()}\n+ ${(now[i] ?? '').trim()}`]))
    return lines.length === 0 ? [] : [`In \`${path}\`:\n\n\`\`\`diff\n${lines.join('\n')}\n\`\`\``]
  })
  const first = known.runs.find((each) => !each.passed)
  const failing = first === undefined ? undefined : readTestReport(first.output, '').failing[0]?.name
  const fault = failing ? `the test "${failing}"` : 'the tests'
  return `${claim} ${fault} fail, and \`${command}\` now exits with 0:\n\n${changed.join('\n\n')}\n\nI found it by trying small edits on the lines that the failing test runs, so check that the code now does what you intend.`
}

/** A summary of the repair, if the last check passed after one; null otherwise. */
export function repaired(known: Knowledge): string | null {
  const command = checkCommand(known)
  const last = known.runs.findLast((each) => each.command === command)
  const good = last?.passed === true && last.edits === known.edits.length && known.edits.length > 0
  return good && command !== null ? fixed(known, command) : null
}

const nothingToFix = (command: string): string =>
  `\`${command}\` exits with 0: every test passes, so there is nothing to fix.`

const onlyReading = (command: string): string =>
  `I may only read here, so I can’t run \`${command}\` or change files. Ask me again in the mode *Act*, and I’ll run it and fix what fails.`

const noCheck = (known: Knowledge): string =>
  `I looked at ${known.listed.length} files and found no \`package.json\` with a \`test\` script, so I can’t tell what is broken. Name a command that shows it, for example: fix what \`npm test\` reports.`

function stopped(refusal: string, known: Knowledge): string {
  const state =
    known.edits.length === 0 ? 'Nothing was changed.' : 'My last attempt is still in the files: see the changes.'
  // The rest is addressed to a model, not to the reader of its answer.
  const [first = ''] = refusal.split(/\n|; |\.(?: |$)/)
  return `I stopped because a call was not allowed (${first}). ${state} To let me continue, allow edits and commands.`
}
