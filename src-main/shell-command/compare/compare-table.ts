import { counted, formatChange, formatDuration, formatFiles } from '../../../src-shared/base/format.ts'
import { unequalText } from '../../../src-shared/comparison/agent-lanes.ts'
import type { BoundLane, CommandResult, Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import { comparisonHeadline } from '../../../src-shared/comparison/comparison-headline.ts'
import { isPassed } from '../../../src-shared/comparison/lane-outcome.ts'
import { judgedLane } from '../../../src-shared/comparison/lane-ranking.ts'
import { laneName } from '../../../src-shared/comparison/lane-results.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { formatWorkingTime, runTime } from '../../../src-shared/run/time/run-time.ts'
import { costText, knownModelCalls, tokensText } from '../../../src-shared/run/totals-text.ts'
import type { TitledStrategy } from '../../../src-shared/strategy/strategy-title.ts'
import { testCountText } from '../../../src-shared/test-output/test-count-text.ts'
import type { FailingTest } from '../../../src-shared/test-output/test-report.ts'
import { agreeing } from '../../../src-shared/test-output/test-report.ts'
import { inColumns } from '../columns.ts'
import { failureHere } from '../failure-here.ts'

/** Tables for a terminal: a column a lane, figures under each other. */

export type Outputs = Readonly<Record<string, string>>

/**
 * @param runOf a lane's run; undefined if it was not run
 * @param outputs what the commands printed, by the reference to it
 * @param width of the terminal, characters; null if there is none
 * @param known to call strategies by their titles
 */
export function comparisonLines(
  comparison: Comparison,
  runOf: (lane: Lane) => Run | undefined,
  outputs: Outputs,
  width: number | null,
  known: readonly TitledStrategy[],
): string[] {
  const lanes = comparison.lanes.map((lane) => ({ lane, run: runOf(lane) }))
  const row = (name: string, of: (lane: Lane, run: Run | undefined) => string) => [
    name,
    ...lanes.map(({ lane, run }) => of(lane, run)),
  ]
  const figure = (name: string, of: (run: Run) => string) => row(name, (_, run) => (run === undefined ? '–' : of(run)))
  const rows = [
    row('', (lane) => `${lane.label} ${laneName(lane, known)}`),
    row('ended', (lane, run) => run?.status ?? lane.state),
    figure('working time', (run) => formatWorkingTime(runTime(run))),
    figure('  model', ({ totals }) => (knownModelCalls(totals) === null ? '–' : formatDuration(totals.modelMs))),
    figure('  tools', ({ totals }) => formatDuration(totals.toolMs)),
    figure(
      'model calls',
      ({ totals }) =>
        `${knownModelCalls(totals) ?? '–'}${totals.retries === 0 ? '' : `, ${counted(totals.retries, 'retry', 'retries')}`}`,
    ),
    figure(
      'tool calls',
      ({ totals }) => `${totals.toolCalls}${totals.toolFailures === 0 ? '' : `, ${totals.toolFailures} failed`}`,
    ),
    figure('tokens', ({ totals }) => tokensText(totals)),
    figure('cost', ({ totals }) => costText(totals)),
    figure('changed', ({ changes }) =>
      changes === null ? 'not known' : `${formatFiles(changes.files)}, ${formatChange(changes.added, changes.removed)}`,
    ),
    ...(comparison.check === null ? [] : [row('check', ({ checkResult }) => checkText(checkResult))]),
  ]
  const troubles = lanes.flatMap(({ lane, run }) => [...troubleOf(lane, run), ...checkEnd(lane, outputs)])
  const judged = lanes.map(({ lane, run }) => judgedLane(lane, run ?? null))
  const headline = comparisonHeadline(judged, comparison.check?.better)
  return [
    headline,
    '',
    ...inColumns(rows, width),
    '',
    ...unequalLines(comparison.lanes),
    ...troubles,
    ...verdictLines(comparison),
  ]
}

function checkText(result: CommandResult | null): string {
  if (result === null) return 'not run'
  const score = result.score === null ? '' : `, score ${result.score}`
  const report = agreeing(result.tests ?? null, isPassed(result))
  const tests = report === null ? null : testCountText(report)
  const counts = tests === null ? '' : `, ${tests}`
  if (isPassed(result)) return `passed${counts}${score}`
  if (result.how === 'time-limit') return `timed out after ${formatDuration(result.durationMs)}${score}`
  return `${result.exitCode === null || result.how === 'stopped' ? 'stopped before it finished' : `failed (exit code ${result.exitCode})`}${counts}${score}`
}

function troubleOf(lane: Lane, run: Run | undefined): string[] {
  const failure = lane.failure ?? run?.failure ?? null
  // The window's advice is to send a message in the conversation.
  const stopped = failure?.kind === 'aborted' && run !== undefined
  const words = stopped ? `${failure.message} Its work is kept: agent show ${run.id}` : null
  const scoreProblem = lane.checkResult?.scoreProblem
  return [
    ...(failure === null ? [] : [`${lane.label}: ${words ?? failureHere(failure)}`]),
    ...(scoreProblem === undefined ? [] : [`${lane.label}: ${scoreProblem}`]),
  ]
}

/** The tests that failed, by name; else what the check printed last, which mostly says why. */
function checkEnd({ label, checkResult }: Lane, outputs: Outputs): string[] {
  if (checkResult === null || isPassed(checkResult)) return []
  const failing = checkResult.tests?.failing ?? []
  if (failing.length > 0) return [`${label}: failing tests`, ...failing.slice(0, 10).map(failingLine)]
  const last = (outputs[checkResult.output] ?? '').trimEnd().split('\n').slice(-5)
  return last.join('') === '' ? [] : [`${label}: last output of the check`, ...last.map((line) => `    ${line}`)]
}

function failingLine({ name, reason }: FailingTest): string {
  if (reason === null) return `    ${name}`
  return reason.kind === 'values'
    ? `    ${name}: expected ${reason.expected}, got ${reason.got}`
    : `    ${name}: ${reason.text}`
}

const judges = { check: 'check', evaluator: 'evaluator, blind and in both orders', user: 'user' } as const

function verdictLines({ verdicts, check, rubric }: Comparison): string[] {
  if (verdicts.length === 0 && (check !== null || rubric !== null)) return ['verdict: none, because no lane finished.']
  if (verdicts.length === 0) return ['verdict: none. Use --check or --rubric to judge the lanes.']
  return verdicts.map(({ by, choice, reasons }) => {
    const word = choice === 'tie' ? 'no difference' : `${choice} is better`
    return `verdict by ${judges[by]}: ${word}. ${reasons}`
  })
}

/** What can’t be held equal, if other agents work in some lanes. */
export function unequalLines(set: readonly BoundLane[]): string[] {
  const unequal = unequalText(set, [])
  return unequal === null ? [] : [unequal]
}
