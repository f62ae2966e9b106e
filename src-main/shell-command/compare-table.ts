import { costPerSuccessWords, formatScore, medianCostWords, percent } from '../../src-shared/batch-words.ts'
import type { CommandResult, Comparison, Lane } from '../../src-shared/comparison.ts'
import type { BatchResults } from '../../src-shared/comparison-results.ts'
import type { Run } from '../../src-shared/conversation.ts'
import { formatChange, formatCost, formatDuration, formatFiles, formatTokens } from '../../src-shared/format.ts'
import { laneName } from '../../src-shared/lane-results.ts'
import { failureHere } from './failure-here.ts'

/** Tables for a terminal: a column a lane, figures under each other. */

/** @param runOf a lane's run; undefined where it was not run */
export function comparisonLines(comparison: Comparison, runOf: (lane: Lane) => Run | undefined): string[] {
  const lanes = comparison.lanes.map((lane) => ({ lane, run: runOf(lane) }))
  const row = (name: string, of: (lane: Lane, run: Run | undefined) => string) => [
    name,
    ...lanes.map(({ lane, run }) => of(lane, run)),
  ]
  const figure = (name: string, of: (run: Run) => string) => row(name, (_, run) => (run === undefined ? '–' : of(run)))
  const rows = [
    row('', (lane) => `${lane.label} ${laneName(lane)}`),
    row('ended', (lane, run) => run?.status ?? lane.state),
    figure('time', (run) => formatDuration(run.durationMs)),
    figure('  model', ({ totals }) => formatDuration(totals.modelMs)),
    figure('  tools', ({ totals }) => formatDuration(totals.toolMs)),
    figure(
      'model calls',
      ({ totals }) =>
        `${totals.modelCalls}${totals.retries === 0 ? '' : `, ${totals.retries} ${totals.retries === 1 ? 'retry' : 'retries'}`}`,
    ),
    figure(
      'tool calls',
      ({ totals }) => `${totals.toolCalls}${totals.toolFailures === 0 ? '' : `, ${totals.toolFailures} failed`}`,
    ),
    figure('tokens', ({ totals }) => formatTokens(totals.input + totals.output)),
    figure('cost', ({ totals }) => formatCost(totals.cost)),
    figure('changed', ({ changes }) =>
      changes === null ? 'not known' : `${formatFiles(changes.files)}, ${formatChange(changes.added, changes.removed)}`,
    ),
    ...(comparison.check === null ? [] : [row('check', ({ checkResult }) => checkWords(checkResult))]),
  ]
  return [...aligned(rows), '', ...lanes.flatMap(({ lane, run }) => troubleOf(lane, run)), ...verdictLines(comparison)]
}

function checkWords(result: CommandResult | null): string {
  if (result === null) return 'not run'
  const score = result.score === null ? '' : `, score ${result.score}`
  if (result.exitCode === 0) return `passed${score}`
  return `${result.exitCode === null ? 'ended before it finished' : `failed (exit code ${result.exitCode})`}${score}`
}

function troubleOf(lane: Lane, run: Run | undefined): string[] {
  const failure = lane.failure ?? run?.failure ?? null
  const scoreProblem = lane.checkResult?.scoreProblem
  return [
    ...(failure === null ? [] : [`${lane.label}: ${failureHere(failure)}`]),
    ...(scoreProblem === undefined ? [] : [`${lane.label}: ${scoreProblem}`]),
  ]
}

const judges = { check: 'check', evaluator: 'evaluator, blind and in both orders', user: 'user' } as const

function verdictLines({ verdicts }: Comparison): string[] {
  if (verdicts.length === 0) return ['verdict: none; name a --check or a --rubric to have the lanes judged.']
  return verdicts.map(({ by, choice, reasons }) => {
    const word = choice === 'tie' ? 'no difference' : `${choice} is better`
    return `verdict by ${judges[by]}: ${word}. ${reasons}`
  })
}

export function batchLines({ lanes, words }: BatchResults): string[] {
  const rows = [
    ['', ...lanes.map(({ label, name }) => `${label} ${name}`)],
    ['success', ...lanes.map(({ successes, trials }) => `${successes} of ${trials}`)],
    [
      'interval',
      ...lanes.map(({ success }) =>
        success === null ? '–' : `${percent(success.from)} to ${percent(success.to ?? 1)}`,
      ),
    ],
    ['pass@k', ...lanes.map(({ passAt }) => passAt.map(({ k, value }) => `@${k} ${percent(value)}`).join(' ') || '–')],
    ['time', ...lanes.map(({ spread }) => (spread.time === null ? '–' : formatDuration(spread.time.median)))],
    ['tokens', ...lanes.map(({ spread }) => (spread.tokens === null ? '–' : formatTokens(spread.tokens.median)))],
    ['cost', ...lanes.map(medianCostWords)],
    ['cost per success', ...lanes.map(costPerSuccessWords)],
    ...(lanes.every(({ score }) => score === null)
      ? []
      : [['score', ...lanes.map(({ score }) => (score === null ? '–' : formatScore(score.median)))]]),
  ]
  return [...aligned(rows), '', ...words]
}

/** Columns as wide as their widest cell. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
