import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { formatChange, formatDuration, formatFiles } from '../../../src-shared/base/format.ts'
import { budgetText } from '../../../src-shared/run/budget-text.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { editText } from '../../../src-shared/run/debug/pause-text.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { formatWorkingTime, runTime } from '../../../src-shared/run/time/run-time.ts'
import { latestTodos, todoLines } from '../../../src-shared/run/todos.ts'
import { costWithWord, tokensText } from '../../../src-shared/run/totals-text.ts'
import { agentText } from '../../../src-shared/run/view/agent-text.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { Span, StepSpan, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { strategyTitle, type TitledStrategy, titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'
import { besideText } from '../../../src-shared/workspace/beside.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { failureHere } from '../failure-here.ts'
import { jsonLines } from '../json-lines.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, toolLine } from '../watch-run.ts'
import { editLines } from './edit-lines.ts'
import { titleOf } from './list-command.ts'
import { runNamed } from './run-named.ts'

/** `agent show`: one run, what was asked, done and answered. @returns the exit code */
export async function showCommand(
  host: Host,
  { run: named, json }: { readonly run: string; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const run = runNamed(host, named)
  const view = foldItems(emptyRunView(), itemsOf(host, run.id))
  if (json) {
    jsonLines(terminal, [{ ...run, title: await titleOf(host, run), goal: view.goal, spans: view.spans }])
    return damage(view.damaged > 0 || run.damaged !== undefined, terminal)
  }
  const limits = view.budget === null ? 'not known' : budgetText(view.budget)
  const known = await ask(host, 'strategies-list', { projectId: run.projectId })
  const facts = [...factsOf(run, view.spans, known), ['limits', limits], ['title', await titleOf(host, run)]]
  const spanLines: string[] = []
  for (const span of view.spans) spanLines.push(...spanLine(span, known), ...(await editLines(host, run.id, span)))
  const lines = [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    `> ${view.goal.replaceAll('\n', '\n> ')}`,
    '',
    ...spanLines,
    '',
    ...todosIn(view.spans),
    ...(run.text === '' ? [] : [run.text]),
    ...(run.failure === null ? [] : [failureHere(run.failure)]),
  ]
  terminal.out(`${lines.join('\n').trimEnd()}\n`)
  return damage(view.damaged > 0 || run.damaged !== undefined, terminal)
}

function damage(isDamaged: boolean, terminal: Terminal): number {
  if (!isDamaged) return exitCodes.completed
  terminal.error(damagedText)
  return exitCodes.failed
}

const damagedText =
  'This run was damaged on disk, so what is shown may be wrong or incomplete. Restore a backup of the data folder to repair it.'

function itemsOf(host: Host, runId: string): RunItem[] {
  const items: RunItem[] = []
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (message) => {
    if (message.topic === 'run') items.push(...message.items)
  })
  undo()
  return items
}

function factsOf(run: Run, spans: readonly Span[], known: readonly TitledStrategy[]): [string, string][] {
  const called = spans.flatMap((span) => (span.kind === 'model' ? [`${span.role} ${span.bound.model}`] : []))
  const models = [...new Set(called)]
  const { totals, changes } = run
  return [
    ['run', run.id],
    ['status', run.status],
    ['strategy', strategyTitle(run.strategy, known)],
    ['models', models.length === 0 ? 'none called' : models.join(', ')],
    ['started', new Date(run.startedAt).toISOString()],
    ['working time', formatWorkingTime(runTime(run))],
    ['used', `${tokensText(totals)}, ${costWithWord(totals)}`],
    [
      'changes',
      changes === null ? 'not known' : `${formatFiles(changes.files)}, ${formatChange(changes.added, changes.removed)}`,
    ],
    ...(run.beside === undefined ? [] : [['in no snapshot', besideText(run.beside, 100)] as [string, string]]),
    ['files before', run.before ?? 'not kept'],
    ...startedFrom(run),
  ]
}

/** What became of the files before it, where its message was asked again. */
function startedFrom({ id, startedFiles }: Run): [string, string][] {
  if (startedFiles === undefined) return []
  if (startedFiles.kind === 'kept') return [['started from', 'the current files, as the user chose']]
  const { files, undo } = startedFiles
  return [
    ['started from', `the files of before (${formatFiles(files)} restored; to undo: agent files ${id} --undo ${undo})`],
  ]
}

function spanLine(span: Span, known: readonly TitledStrategy[]): string[] {
  const duration = span.endMs === null ? '' : ` (${formatDuration(span.endMs - span.startMs)})`
  const edit = span.pause?.answer?.edit ?? null
  const at = ` [${span.path}]${edit === null ? '' : ` (${editText(edit)})`}`
  switch (span.kind) {
    case 'phase':
      return [`── ${span.title}${duration}${at}`]
    case 'model':
      return [`${mark(span)} ${span.role}: ${span.bound.model}${duration}${at}`]
    case 'tool':
      return [
        `${mark(span)} ${toolLine({ tool: span.call.tool, summary: summaryOf(span) }, span.call)}${duration}${at}`,
      ]
    case 'step':
      return span.step === 'inbox' ? [] : [`${mark(span)} ${stepText(span)}${duration}${at}`]
    case 'child':
      return [`${mark(span)} ${span.agent ?? titleInConversation(span.strategy, known)}: ${span.goal}${duration}${at}`]
    case 'notice':
      return [`! ${span.text}`]
    case 'branches':
    case 'unknown':
      return []
    default:
      return assertNever(span)
  }
}

/** The list of what is to be done, as the run left it. */
function todosIn(spans: readonly Span[]): string[] {
  const todos = latestTodos(spans)
  return todos === null ? [] : ['To do:', ...todoLines(todos), '']
}

const summaryOf = ({ result, failure }: ToolSpan): string => result?.summary ?? failure?.message ?? 'not finished'

/** What another agent says, in one line; else the step with what it is about. */
function stepText(span: StepSpan): string {
  const said = agentText(span)
  if (said === null) return `${span.step}${titleIn(span.ask)}`
  return span.step === 'agent-update' ? `agent: ${said}` : `${span.step} ${said}`
}

/** Of a note, a question or a check: what it says. */
function titleIn(ask: StepSpan['ask']): string {
  const read = z.object({ title: z.string().optional(), command: z.string().optional() }).safeParse(ask).data
  const title = read?.title ?? read?.command
  return title === undefined ? '' : ` ${title.replace(/\s+/g, ' ')}`
}

const mark = (span: Span): string =>
  ({ ok: '✓', failed: '✗', running: '…', waiting: '…', interrupted: '⚡' })[span.state]
