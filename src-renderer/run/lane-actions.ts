import { z } from 'zod'
import { formatChange } from '../../src-shared/base/format.ts'
import { runsTests } from '../../src-shared/commands/checks/check-verdict.ts'
import type { ToolBody } from '../../src-shared/model/tool.ts'
import { viewTime } from '../../src-shared/run/time/run-time.ts'
import { spanTime, timeBetween } from '../../src-shared/run/time/work-times.ts'
import type { ModelSpan, RunView, Span, StepSpan, ToolSpan } from '../../src-shared/run/view/run-view.ts'
import { readTestReport } from '../../src-shared/test-output/read-test-report.ts'
import { testCountText } from '../../src-shared/test-output/test-count-text.ts'
import type { TestReport } from '../../src-shared/test-output/test-report.ts'
import { stepsOf } from './first-divergence.ts'
import { exitOf } from './outcome/command-verdict.ts'
import { requestedBy } from './requested-by.ts'
import { callSubject, phaseOf } from './span-names.ts'

/**
 * An action of a run that can be compared with the actions of other runs: what was requested, not which role requested
 * it.
 */
export interface Action {
  /** Path of its step; null for the final answer. */
  readonly path: string | null
  readonly kind: 'edit' | 'command' | 'read' | 'thought' | 'answer'
  /** Two actions are equal if their keys are. */
  readonly key: string
  /** `read src/total.js`, `ran npm test: 1 of 14 tests fails` */
  readonly text: string
  /** For an edit: the file and the size of the change. */
  readonly file: string | null
  /** What the model wrote in the message that requested it; empty if nothing. */
  readonly message: string
  /** Working time, ms: of the run up to its start, and its own. */
  readonly startMs: number
  readonly ms: number
}

/** The actions of a run, in the order of its routine; the final answer comes last. */
export function actionsOf(view: RunView): readonly Action[] {
  const actions = stepsOf(view).flatMap((span): Action[] => {
    if (span.kind === 'tool') return [toolAction(view, span)]
    return span.kind === 'step' ? stepAction(view, span) : thoughtAction(view, span)
  })
  const text = view.text.trim()
  const at = { startMs: viewTime(view).workMs, ms: 0, file: null, message: '' }
  return text === '' ? actions : [...actions, { path: null, kind: 'answer', key: `answer ${text}`, text, ...at }]
}

const timesOf = (view: RunView, span: Span) => ({
  startMs: timeBetween(view, 0, span.startMs).workMs,
  ms: spanTime(view, span, view.lastMs).workMs,
})

function toolAction(view: RunView, span: ToolSpan): Action {
  const message = requestedBy(view, span, false)?.span.text.trim() ?? ''
  const { call, effect, path, body } = span
  const subject = callSubject(call)
  const base = { path, message, ...timesOf(view, span) }
  if (effect === 'command')
    return { ...base, ...commandAction(subject, body, exitOf(span), isTestCommand(body)), file: null }
  const callKey = `${call.tool} ${call.arguments}`
  if (effect === 'edit') {
    const change = body.kind === 'diff' ? ` ${formatChange(body.added, body.removed)}` : ''
    const failed = span.state === 'failed' ? ' (failed)' : ''
    return { ...base, kind: 'edit', key: callKey, text: `edited ${subject}${change}${failed}`, file: subject }
  }
  const kind = effect === 'read' ? 'read' : 'thought'
  return {
    ...base,
    kind,
    key: callKey,
    text: `${verbs.get(call.tool) ?? toolText(call.tool)} ${effect === 'read' ? subject.replace(/^\.$/, 'the folder') : ''}`.trim(),
    file: null,
  }
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['read_file', 'read'],
  ['list_directory', 'listed'],
  ['search', 'searched for'],
  ['find_files', 'looked for'],
  ['submit_plan', 'wrote a plan'],
  ['submit_evaluation', 'judged it'],
])
const toolText = (tool: string): string => tool.replaceAll('_', ' ')

/**
 * The same command with a different outcome counts as a different action, because the outcome shows what a change did.
 */
function commandAction(command: string, body: ToolBody, exitCode: number | null, isTest: boolean) {
  const report = body.kind === 'command' && isTest ? readTestReport(body.output) : null
  const counts = report === null || isContradicted(report, exitCode) ? null : testCountText(report)
  const result = counts ?? (exitCode === null || exitCode === 0 ? '' : `exit ${exitCode}`)
  const text = `ran ${command}${result === '' ? '' : `: ${result}`}`
  return { kind: 'command', key: `command ${command} ${exitCode} ${counts}`, text } as const
}

/** What `cat` prints of an old report is no result. */
const isTestCommand = (body: ToolBody): boolean => body.kind === 'command' && runsTests(body.command)
/** Tests that all pass in a command that fails: something else failed. */
const isContradicted = ({ failed }: TestReport, exitCode: number | null): boolean =>
  failed === 0 && exitCode !== null && exitCode !== 0

const checkAsk = z.object({ command: z.string() })
const checkAnswer = z.object({ exitCode: z.number().nullable(), output: z.string() })

/** A check runs a command, as a tool call does. */
function stepAction(view: RunView, span: StepSpan): Action[] {
  if (span.step !== 'check') return []
  const command = checkAsk.safeParse(span.ask).data?.command ?? ''
  const answer = checkAnswer.safeParse(span.answer).data
  const body: ToolBody = { kind: 'command', command, output: answer?.output ?? '', exitCode: answer?.exitCode ?? null }
  const base = { path: span.path, message: '', file: null, ...timesOf(view, span) }
  return [{ ...base, ...commandAction(command, body, answer?.exitCode ?? null, true) }]
}

/** Text that a model wrote without a tool call, except the final answer: a plan or an evaluation. */
function thoughtAction(view: RunView, span: ModelSpan): Action[] {
  const text = span.text.trim()
  if (span.reply === null || span.reply.message.toolCalls.length > 0 || text === '' || text === view.text.trim())
    return []
  const phase = phaseOf(view, span)
  const about = phase?.kind === 'phase' ? phase.title : 'wrote'
  const line = text.split('\n', 1)[0] ?? ''
  return [
    {
      path: span.path,
      kind: 'thought',
      key: `said ${text}`,
      text: `${about}: ${line}`,
      file: null,
      message: text,
      ...timesOf(view, span),
    },
  ]
}
