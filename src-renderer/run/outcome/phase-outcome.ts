import { z } from 'zod'
import { counted, formatChange, formatFixed } from '../../../src-shared/base/format.ts'
import type { CheckVerdict } from '../../../src-shared/commands/checks/check-verdict.ts'
import { saidText } from '../../../src-shared/run/view/agent-text.ts'
import { isGroup } from '../../../src-shared/run/view/paths.ts'
import type { RunView, Span, StepSpan, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { saysOrThinks } from '../../../src-shared/timeline/span-bars.ts'
import { activityText } from './activity-text.ts'
import { commandVerdict } from './command-verdict.ts'
import { asSentence } from './note-fallback.ts'
import { compactedNote, noteOf, noteText } from './note-text.ts'
import { evaluationOf, planOf, verdictOf } from './own-results.ts'

/** The outcome of a phase: a line of text, with the result shown next to it. */
export interface PhaseOutcome {
  readonly text: string
  readonly result: { readonly text: string; readonly tone: 'ok' | 'bad' | 'plain' } | null
}

const longest = 140
const checked = z.object({ exitCode: z.number().nullable() })
const over = new WeakMap<Span, PhaseOutcome>()

/** Reads the outcome from the events within the phase at `path`. The result for a phase that has ended is cached. */
export function phaseOutcome(view: RunView, path: string): PhaseOutcome {
  const phase = view.spans[view.at.get(path) ?? -1]
  if (phase === undefined) return { text: '', result: null }
  const known = over.get(phase)
  if (known !== undefined) return known
  const inside = spansInside(view, phase)
  const outcome = { text: textOf(phase, inside), result: resultOf(inside) }
  if (phase.endMs !== null) over.set(phase, outcome)
  return outcome
}

/** The spans in a group come after it and start before it ends. */
function spansInside(view: RunView, phase: Span): readonly Span[] {
  const inside: Span[] = []
  const groups = new Set<string | null>([phase.path])
  for (let index = (view.at.get(phase.path) ?? 0) + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || (phase.endMs !== null && span.startMs > phase.endMs)) break
    if (!groups.has(span.parent)) continue
    inside.push(span)
    if (isGroup(span)) groups.add(span.path)
  }
  return inside
}

const isTool = (span: Span): span is ToolSpan => span.kind === 'tool' && span.effect !== 'ask'
const isAction = (span: Span): span is ToolSpan | StepSpan =>
  (isTool(span) && span.effect !== 'own') || (span.kind === 'step' && span.step === 'check')

function textOf(phase: Span, inside: readonly Span[]): string {
  if (phase.kind === 'phase' && phase.failure !== null) return firstLine(phase.failure.message)
  const compacted = inside.findLast((span) => span.kind === 'step' && noteOf(span.ask).title === compactedNote)
  if (compacted?.kind === 'step') return noteText(noteOf(compacted.ask)).replace(/\.$/, '')
  const own = inside.filter(isTool).findLast((span) => span.effect === 'own' && span.state === 'ok')
  const handedIn = own === undefined ? '' : submittedText(own)
  if (handedIn !== '') return handedIn
  const lastMessage = inside.findLast((span) => plain(saidIn(span)) !== '')
  const done = activityText(inside.filter(isAction)).done
  const words = lastMessage === undefined ? '' : firstLine(saidIn(lastMessage))
  return words === '' ? done : words
}

/** What a model, or another agent, says. */
function saidIn(span: Span): string {
  if (span.kind === 'model') return span.text
  return span.kind === 'step' && saysOrThinks(span) === 'message' ? saidText(span) : ''
}

function submittedText(span: ToolSpan): string {
  const plan = planOf(span)
  if (plan !== null) return `Wrote a plan of ${counted(plan.length, 'step')}`
  const evaluation = evaluationOf(span)
  if (evaluation !== null) return firstLine(evaluation.reasoning)
  const verdict = verdictOf(span)
  if (verdict === null) return ''
  if (verdict.approved) return 'Approved'
  return verdict.issues.length === 0 ? 'Not approved' : firstLine(verdict.issues[0] ?? '')
}

/** The submitted score or verdict, otherwise the result of the last check, otherwise the changes. */
function resultOf(inside: readonly Span[]): PhaseOutcome['result'] {
  for (const span of inside.toReversed()) {
    if (span.kind === 'tool' && span.effect === 'own') {
      const evaluation = evaluationOf(span)
      if (evaluation !== null) return { text: formatFixed(evaluation.score, 2), tone: 'plain' }
      const verdict = verdictOf(span)
      if (verdict !== null) return verdictResult(verdict.approved, verdict.issues.length)
    }
    const verdict = checkResult(span)
    if (verdict === 'unclear') break
    if (verdict !== 'none') return { text: verdict, tone: verdict === 'passed' ? 'ok' : 'bad' }
  }
  const changes = inside.flatMap((span) => (span.kind === 'tool' && span.body.kind === 'diff' ? [span.body] : []))
  if (changes.length === 0) return null
  const sum = (of: 'added' | 'removed') => changes.reduce((all, change) => all + change[of], 0)
  return { text: formatChange(sum('added'), sum('removed')), tone: 'plain' }
}

const verdictResult = (approved: boolean, issues: number): PhaseOutcome['result'] =>
  approved ? { text: 'approved', tone: 'ok' } : { text: counted(issues, 'issue'), tone: 'bad' }

/** Of a check of the strategy, or of a command that checks the project. */
function checkResult(span: Span): CheckVerdict {
  if (span.kind === 'tool') return commandVerdict(span)
  if (span.kind !== 'step' || span.step !== 'check' || span.endMs === null) return 'none'
  const { data } = checked.safeParse(span.answer)
  return data === undefined ? 'none' : data.exitCode === 0 ? 'passed' : 'failed'
}

const plain = (text: string): string =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^[#>\-*\d.\s]+/gm, '')
    .replace(/[*_`]/g, '')
    .trim()

/** The first sentence or line, as plain text. */
function firstLine(text: string): string {
  const line =
    plain(text)
      .split('\n')
      .find((each) => each.trim() !== '') ?? ''
  const [first = line] = /^.*?[.!?](?=\s|$)/.exec(line) ?? [line]
  const short = first.length > longest ? `${first.slice(0, longest - 1)}…` : first
  return short === '' ? '' : asSentence(short).replace(/\.$/, '')
}
