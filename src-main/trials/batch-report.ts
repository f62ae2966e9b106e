import type { BatchDetails, BatchView } from '../../src-shared/api/comparison-requests.ts'
import { counted, formatDuration, formatFixed } from '../../src-shared/base/format.ts'
import { acrossTasksMethod } from '../../src-shared/comparison/across-tasks/across-tasks-text.ts'
import { batchVerdict } from '../../src-shared/comparison/batch-headline.ts'
import { formatMeasure, formatScore, percent } from '../../src-shared/comparison/batch-text.ts'
import type { Certainty, Trial } from '../../src-shared/comparison/comparison-batch.ts'
import { laneDifferences } from '../../src-shared/comparison/comparison-differs.ts'
import { type LaneResults, type Measure, measures } from '../../src-shared/comparison/comparison-results.ts'
import type { LaneNames } from '../../src-shared/comparison/lane-facts.ts'
import { fairText, limitTexts } from '../../src-shared/comparison/limits-text.ts'
import { laneColumns } from '../../src-shared/comparison/shown/lane-columns.ts'
import { sweepText } from '../../src-shared/comparison/sweep/sweep-text.ts'
import { costText, tokensText } from '../../src-shared/run/totals-text.ts'
import { forkMethodText } from './fork-method.ts'
import { htmlText } from './html-text.ts'
import { acrossTasksPart, failureRows, matrixTable, stepRows } from './report-matrix.ts'
import { boxPlot, pointPlot } from './report-plots.ts'

/**
 * A batch as one HTML file that needs nothing else: no script, no font, no picture from anywhere, light and dark. All
 * that comes from users, models and files is text.
 */
export function batchReport(view: BatchView, named: LaneNames, details: BatchDetails): string {
  const { batch, results } = view
  const verdict = batchVerdict(results)
  const { differ, alike, unequal } = laneDifferences(batch.lanes, named)
  const body = [
    `<h1>${htmlText(batch.name)}</h1>`,
    `<p class="quiet">${htmlText(aboutBatch(view))}</p>`,
    `<p class="verdict"><strong>${htmlText(verdict.chip)}.</strong> ${htmlText(verdict.headline)}</p>`,
    `<p>${htmlText(verdict.sentences.join(' '))}</p>`,
    section(
      'What differs',
      list([
        ...(batch.sweep ? [sweepText(batch.sweep, named)] : []),
        ...differ,
        alike,
        ...sharedTexts(batch),
        ...(unequal === null ? [] : [unequal]),
      ]),
    ),
    section('Trials by lane and task', matrixTable(view)),
    section('Lanes', laneTable(results.lanes)),
    section('Success', successPlots(view)),
    section('Across tasks', acrossTasksSection(view)),
    ...measures.map((measure) => section(titles[measure], measurePlot(results.lanes, measure))),
    section('Score', scorePlot(results.lanes)),
    section('Where trials fail', tableOrNone(failureRows(details))),
    section('How lanes work, per trial', tableOrNone(stepRows(details))),
    section('In words, with the tests used', list(results.words)),
    section('Tasks', taskTable(view)),
    section('Trials', trialTable(view)),
    section(
      'How to read this',
      list(batch.fork ? forkMethodText(batch) : methodText(batch.certainty, batch.lanes.length)),
    ),
  ]
  return page(batch.name, body.join('\n'))
}

/** What the whole batch was held to. */
const sharedTexts = ({ fair, limits, limited }: BatchView['batch']): string[] => [
  ...(fair === undefined ? [] : [fairText(fair)]),
  ...(limits === undefined ? [] : limitTexts(limits)),
  ...(limited === undefined ? [] : [limited]),
]

const titles: { readonly [M in Measure]: string } = { time: 'Time', tokens: 'Tokens', cost: 'Cost' }

function aboutBatch({ batch, trials }: BatchView): string {
  const { done, void: left, saved = 0 } = batch.counts
  const when = new Date(batch.createdAt).toISOString().slice(0, 16).replace('T', ' ')
  const uncounted = left === 0 ? '' : `, ${left} not counted`
  return `${when} UTC · ${counted(batch.tasks.length, 'task')} × ${batch.lanes.length} lanes × ${counted(batch.repeats, 'repeat')} · ${done} of ${trials.length} trials done${uncounted}${saved === 0 ? '' : `, ${saved} saved`} · ${batch.state} · seed ${batch.seed}`
}

const section = (title: string, body: string): string =>
  body === '' ? '' : `<section><h2>${htmlText(title)}</h2>${body}</section>`

const list = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((each) => `<li>${htmlText(each)}</li>`).join('')}</ul>`

/** Cells are text; the first row is the head. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: 'th' | 'td') =>
    row.map((each) => `<${tag}>${htmlText(each)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<div class="wide"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`
}

const tableOrNone = (rows: readonly (readonly string[])[]): string => (rows.length === 0 ? '' : table(rows))

function laneTable(lanes: readonly LaneResults[]): string {
  const columns = laneColumns(lanes)
  const rows = lanes.map((lane) => [`${lane.label} ${lane.name}`, ...columns.map(({ text }) => text(lane))])
  const head = ['Lane', ...columns.map((column) => column.head)]
  return `${table([head, ...rows])}<p class="quiet">Time, tokens, cost and scores are medians of a trial.</p>`
}

function successPlots({ results }: BatchView): string {
  const rates = results.lanes.flatMap(({ label, name, success }) =>
    success === null ? [] : [{ label: `${label} ${name}`, estimate: success, words: percent(success.value) }],
  )
  const apart = (results.effects ?? results.paired).flatMap(({ lane, against, difference }) =>
    difference === null
      ? []
      : [
          {
            label: `${lane} minus ${against}`,
            estimate: difference,
            words: `${formatFixed(difference.value * 100, 0)} points`,
          },
        ],
  )
  if (rates.length === 0) return ''
  const first = pointPlot('Rate of success, 0 to 100 %, with its interval', rates, [0, 1])
  return apart.length === 0 ? first : `${first}${pointPlot('Difference, −100 to 100 points', apart, [-1, 1], true)}`
}

function acrossTasksSection(view: BatchView): string {
  if (view.batch.fork !== undefined) return ''
  const { rows, notes } = acrossTasksPart(view)
  return `${tableOrNone(rows)}${notes.map((note) => `<p class="quiet">${htmlText(note)}</p>`).join('')}`
}

function measurePlot(lanes: readonly LaneResults[], measure: Measure): string {
  const rows = lanes.flatMap(({ label, name, spread }) => {
    const figures = spread[measure]
    return figures === null
      ? []
      : [{ label: `${label} ${name}`, spread: figures, words: formatMeasure(measure, figures.median) }]
  })
  return rows.length === 0
    ? ''
    : boxPlot(`${titles[measure]} of a trial: range, middle half, median, mean as a point`, rows)
}

function scorePlot(lanes: readonly LaneResults[]): string {
  const rows = lanes.flatMap(({ label, name, score }) =>
    score === null ? [] : [{ label: `${label} ${name}`, spread: score, words: formatScore(score.median) }],
  )
  return rows.length === 0 ? '' : boxPlot('Score of a trial: range, middle half, median, mean as a point', rows)
}

function taskTable({ batch, trials }: BatchView): string {
  const rate = (taskId: string, label: string) => {
    const own = trials.filter((each) => each.taskId === taskId && each.lane === label && each.result !== null)
    return `${own.filter(({ result }) => result?.success).length} of ${own.length}`
  }
  const head = ['Task', 'Check', ...batch.lanes.map(({ label }) => label)]
  const rows = batch.tasks.map(({ id, name, check }) => [
    name,
    check?.command ?? 'run completes',
    ...batch.lanes.map(({ label }) => rate(id, label)),
  ])
  return table([head, ...rows])
}

function trialTable({ batch, trials }: BatchView): string {
  const task = new Map(batch.tasks.map(({ id, name }) => [id, name]))
  const head = ['#', 'Task', 'Repeat', 'Lane', 'Outcome', 'Time', 'Tokens', 'Cost', 'Run']
  const rows = trials.map((trial) => [
    String(trial.number + 1),
    task.get(trial.taskId) ?? trial.taskId,
    String(trial.repeat + 1),
    trial.routed === undefined ? trial.lane : `${trial.lane} ${trial.routed.label}`,
    outcomeText(trial),
    ...(trial.result === null ? ['', '', ''] : figuresOf(trial.result)),
    trial.runId ?? '',
  ])
  return table([head, ...rows])
}

const figuresOf = ({ workMs, totals }: NonNullable<Trial['result']>): string[] => [
  formatDuration(workMs),
  tokensText(totals),
  costText(totals),
]

function outcomeText({ state, result, failure }: Trial): string {
  if (result !== null) return result.success ? 'success' : `failed${failure === null ? '' : `: ${failure.message}`}`
  if (state === 'saved') return 'saved: its lane was out of the race'
  return state === 'void' ? `not counted: ${failure?.message ?? ''}` : state
}

const style = `:root{color-scheme:light dark;--ink:#1b1d22;--quiet:#5b616e;--line:#d7dae0;--paper:#fff;--mark:#2a5bd7}
@media print{:root{color-scheme:light}figure,tr{break-inside:avoid}h2{break-after:avoid}}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e7e9ee;--quiet:#a0a6b3;--line:#3a3f4a;--paper:#15171b;--mark:#8ab0ff}}
body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
.verdict{font-size:1.15rem}h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .5rem}.quiet,figcaption{color:var(--quiet)}ul{padding-left:1.2rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
figure{margin:1rem 0}.matrix{font-size:12px}.matrix th{min-width:4.5rem}.matrix small{display:block;color:var(--quiet)}.matrix i{font-style:normal;margin-right:1px}caption{text-align:left;color:var(--quiet)}.ok{color:light-dark(#17803d,#4cc38a)}.bad{color:light-dark(#b42318,#ff8f87)}
figure{margin:1rem 0}svg{width:100%;max-width:44rem;height:auto}svg text{font-size:12px;fill:var(--ink)}
.range{stroke:var(--ink);stroke-width:1.5}.zero{stroke:var(--quiet);stroke-dasharray:3 3}.point{fill:var(--mark)}
.box{fill:var(--paper);stroke:var(--ink)}.median{stroke:var(--mark);stroke-width:2.5}`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

/** How the numbers of a report were computed, for a reader who has only the page. */
function methodText({ alpha, margin, stopEarly: endsEarly, racing }: Certainty, lanes: number): string[] {
  const stopEarly = endsEarly || racing === true
  const sure = `${Math.round((1 - alpha) * 100)} %`
  const test = racing
    ? `by a race of all lanes against all: for either direction of each pair a bet against “not better” over the pairs of trials in which just one succeeds, E = 2·2^n / ((n + 1)·C(n, w)) − 1 with w of n won, looked at after every pair; 1 / max E is a p-value at any number of looks (Ville 1939, Robbins 1970), corrected for all ${lanes * (lanes - 1)} directions by Holm (1979). The chance that any lane is ever called better than another without being so is at most ${alpha * 100} %. A lane that is worse than another is out, and its further trials are saved (Maron and Moore 1994)`
    : stopEarly
      ? `by a bet against “alike” that may be looked at after every pair: it is wrong in at most ${alpha * 100} of 100 batches over all looks (Ville 1939, Robbins 1970)`
      : `by McNemar’s exact test (${alpha * 100} % both ways), once the plan is done`
  return [
    'Trials ran repeat after repeat (blocks), within each in a random order that the seed fixes (Fisher 1935); every lane got the same tasks, as often, from the same files. Lanes are compared by pairs: same task, same repeat.',
    `“better” and “worse” in success are said ${test}; in time, tokens, cost and scores, where the whole interval is on one side of zero; those of time, tokens and cost are at ${sure} for all three together${stopEarly ? ', and with it that of a confidence sequence, which holds over all looks (Waudby-Smith and others 2024): what is shown spans both' : ''}.`,
    `“no difference shown” is said only where the whole interval is within ${Math.round(margin * 100)} % (success: points; others: of the first lane’s mean). All else is “not enough”.`,
    `Intervals at ${sure}: rates by Wilson (1927), differences of rates by ${stopEarly ? 'a bet against each difference that holds at any number of looks (Waudby-Smith and Ramdas 2024)' : 'Newcombe’s method 10 (1998)'}, differences of means by the paired bootstrap-t (Hall 1988, 2000 draws; with Student’s interval, which holds if tasks differ much in size), cost per success by Fieller (1954). An interval of a difference in success reaches to 0 where its test tells nothing apart, and ends there where it says better or worse.`,
    ...(stopEarly
      ? [
          'Intervals of single lanes, also over tasks, are made for one look at the end: in simulated races they held in 93 to 98 of 100 cases.',
        ]
      : []),
    'Success over tasks is the mean of the tasks’ rates; from 5 tasks on its interval counts tasks instead of trials (Wilson with the effective number of trials, Korn and Graubard 1998), and speaks of tasks like these.',
    acrossTasksMethod,
    'pass@k is how likely one of k tries succeeds, without bias (Chen et al. 2021), as the mean over the tasks.',
    'A trial that failed for what was not the lane’s doing, such as an endpoint that did not answer, counts for nobody, nor does its pair.',
    ...(lanes > 2 && racing !== true
      ? [
          `With ${lanes} lanes the error rate is shared out among the comparisons with the first one: their intervals hold for all lanes at once, those of single lanes each by itself.`,
        ]
      : []),
  ]
}
