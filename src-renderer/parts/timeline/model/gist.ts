import { z } from 'zod'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { formatChange, formatFixed } from '../../../../src-shared/base/format.ts'
import { isGroup } from '../../../../src-shared/run/view/paths.ts'
import type { ModelSpan, RunView, Span, ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { readTestReport } from '../../../../src-shared/test-output/read-test-report.ts'
import { agreeing } from '../../../../src-shared/test-output/test-report.ts'
import { commandVerdict, exitOf } from '../../../run/outcome/command-verdict.ts'
import { evaluationOf, thresholdOf, verdictOf } from '../../../run/outcome/own-results.ts'
import { callSubject, spanLabel } from '../../../run/span-names.ts'

/** A span's result in a few characters, and whether it is good or bad. */
export interface Outcome {
  readonly text: string
  readonly tone: 'ok' | 'bad' | 'plain'
}

const gists = new WeakMap<Span, string>()

/** The text on a bar: the tool a model call requested or the first words of its answer, else the span's name. */
export function gistOf(span: Span): string {
  const known = gists.get(span)
  if (known !== undefined) return known
  const gist = span.kind === 'model' ? modelGist(span) : span.kind === 'tool' ? toolGist(span) : spanLabel(span)
  gists.set(span, gist)
  return gist
}

function modelGist({ reply, drafts, text, role }: ModelSpan): string {
  const calls = reply?.message.toolCalls ?? []
  const [first] = calls
  if (first !== undefined) {
    const subject = shortSubject(callSubject(first))
    const others = calls.length > 1 ? ` +${calls.length - 1}` : ''
    return `→ ${first.tool} ${subject}`.trimEnd() + others
  }
  const [draft] = drafts
  if (draft !== undefined) return `→ ${draft.tool}`
  return firstWords(reply?.message.text ?? text) || role
}

/** The app's own tools show their decision instead of their name. */
function toolGist(span: ToolSpan): string {
  const subject = shortSubject(callSubject(span.call))
  if (span.effect === 'command' && subject !== '') return subject
  return `${span.call.tool} ${subject}`.trimEnd()
}

const mostWords = 60

/** The first words of an answer without markup. */
export function firstWords(text: string): string {
  const line =
    text
      .slice(0, 400)
      .split('\n')
      .find((each) => /[\p{L}\p{N}]/u.test(each)) ?? ''
  return line
    .replace(/^[\s#>*+-]+/, '')
    .replace(/[`*_]/g, '')
    .trim()
    .slice(0, mostWords)
}

/** The file name of a path, which identifies it best; the first line of a command. */
function shortSubject(subject: string): string {
  if (/\s/.test(subject)) return subject.slice(0, mostWords)
  return subject.split(/[\\/]/).findLast((part) => part !== '') ?? subject
}

/**
 * The result of a tool call: changed lines of an edit, exit code of a command, score of an evaluation; null if there is
 * none.
 */
export function outcomeOf(span: Span, view: RunView): Outcome | null {
  if (span.endMs === null) return null
  const known = outcomes.get(span)
  if (known !== undefined) return known
  const outcome = span.kind === 'tool' ? toolOutcome(span, view) : span.kind === 'step' ? checkOutcome(span) : null
  outcomes.set(span, outcome)
  return outcome
}
const outcomes = new WeakMap<Span, Outcome | null>()

function toolOutcome(span: ToolSpan, view: RunView): Outcome | null {
  const score = evaluationOf(span)
  if (score !== null) return scored(score.score, thresholdOf(view.strategy))
  const verdict = verdictOf(span)
  if (verdict !== null) return verdict.approved ? good('approved') : bad(`${verdict.issues.length} to fix`)
  const { body } = span
  if (body.kind === 'diff') return { text: formatChange(body.added, body.removed), tone: 'plain' }
  return body.kind === 'command' ? commandOutcome(span, body) : null
}

/** A sign of success only if the command's exit code or its report says so; counts only of tests that it ran. */
function commandOutcome(span: ToolSpan, body: Extract<ToolSpan['body'], { kind: 'command' }>): Outcome | null {
  const exitCode = exitOf(span)
  const verdict = commandVerdict(span)
  switch (verdict) {
    case 'none':
      return exited(exitCode)
    case 'unclear':
      return exitCode === 0 ? null : exited(exitCode)
    case 'passed':
      return ran({ output: body.output, exitCode: 0 })
    case 'failed':
      return ran({ output: body.output, exitCode: exitCode === 0 ? 1 : exitCode }) ?? bad('fails')
    default:
      return assertNever(verdict)
  }
}

const good = (text: string): Outcome => ({ text: `✓ ${text}`.trimEnd(), tone: 'ok' })
const bad = (text: string): Outcome => ({ text: `✕ ${text}`.trimEnd(), tone: 'bad' })

function scored(score: number, threshold: number | null): Outcome {
  const tone = threshold === null ? 'plain' : score >= threshold ? 'ok' : 'bad'
  return { text: formatFixed(score, 2), tone }
}

/** Test counts take precedence over the exit code, unless they contradict it. */
function ran({ output, exitCode }: { readonly output: string; readonly exitCode: number | null }): Outcome | null {
  const report = agreeing(readTestReport(output, maxOutput), exitCode === 0)
  const { passed, failed } = report ?? { passed: 0, failed: 0 }
  if (passed + failed === 0) return exited(exitCode)
  return failed > 0 ? bad(`${failed} of ${passed + failed}`) : good(`${passed} pass`)
}

/** Only this much of the end of the output is searched, because test runners print totals last, characters. */
const maxOutput = 60_000

function exited(exitCode: number | null): Outcome | null {
  if (exitCode === null) return null
  return exitCode === 0 ? good('') : bad(`exit ${exitCode}`)
}

const checked = z.object({ exitCode: z.number().nullable(), output: z.string().default('') })

function checkOutcome(span: Extract<Span, { kind: 'step' }>): Outcome | null {
  if (span.step !== 'check') return null
  const check = checked.safeParse(span.answer)
  return check.success ? ran(check.data) : null
}

const ended = new WeakMap<Span, Outcome | null>()

/**
 * The result of a phase: its last score, verdict or command, else its changed lines. Cached for an ended
 * phase; null before it ends.
 */
export function phaseOutcome(view: RunView, index: number): Outcome | null {
  const phase = view.spans[index]
  if (phase === undefined || phase.kind !== 'phase' || phase.endMs === null) return null
  const known = ended.get(phase)
  if (known !== undefined) return known
  const found = sumUp(view, phase, index)
  ended.set(phase, found)
  return found
}

function sumUp(view: RunView, phase: Span, from: number): Outcome | null {
  let last: Outcome | null = null
  let [added, removed] = [0, 0]
  const groups = new Set<string | null>([phase.path])
  for (let index = from + 1; index < view.spans.length; index++) {
    const span = view.spans[index]
    if (span === undefined || (phase.endMs !== null && span.startMs > phase.endMs)) break
    // Other branches work at the same time.
    if (!groups.has(span.parent)) continue
    if (isGroup(span)) groups.add(span.path)
    const outcome = span.kind === 'tool' || span.kind === 'step' ? outcomeOf(span, view) : null
    if (outcome === null) continue
    if (span.kind === 'tool' && span.body.kind === 'diff') {
      added += span.body.added
      removed += span.body.removed
    } else last = outcome
  }
  if (last !== null) return last
  return added + removed === 0 ? null : { text: formatChange(added, removed), tone: 'plain' }
}
