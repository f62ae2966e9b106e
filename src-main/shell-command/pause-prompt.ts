import { z } from 'zod'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import { readBreakpoint } from '../../src-shared/run/debug/breakpoint-text.ts'
import {
  editedRequest,
  type PauseAction,
  type PauseAnswer,
  type PausedContent,
  type PausedStep,
  type PauseEdit,
} from '../../src-shared/run/debug/pause-events.ts'
import { plannedText, reasonText } from '../../src-shared/run/debug/pause-text.ts'
import { answerForm, readWritten } from './arguments/written-answer.ts'

/** What a person at the terminal does at a pause, one line at a time. */

export type Typed =
  | { readonly kind: 'decided'; readonly action: PauseAction }
  | { readonly kind: 'stop' }
  /** The question of another lane that waits comes first. */
  | { readonly kind: 'later' }
  | { readonly kind: 'edit'; readonly edit: PauseEdit }
  | { readonly kind: 'print' }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly text: string }

const commands =
  '[s]tep, step [o]ver, [r]un to POINT, [c]ontinue, [e]dit JSON, [a]nswer TEXT, [p]rint, [n]ext lane, [h]elp, [q] stop'

const help = `  s          perform this step, and pause before the next one
  o          pause after the phase or sub-agent that this step is in
  r POINT    pause at: model, tool, check, phase (the next of each), end (of this phase), end:NAME (of a phase or
             sub-agent around this step), or a breakpoint such as tool:edit_file, phase:review, step:snapshot, cost>0.5
  c          continue to the next breakpoint
  e JSON     change the step: fields of a request, arguments of a call, what a check runs
  a TEXT     supply the answer instead; of a model also {"text": "…", "calls": [{"tool": "…", "arguments": {…}}]}
  p          print the step as it can be edited
  n          in a comparison: decide about another lane that waits first, and about this one after it
  q          stop the run`

/** @param from the lane that is paused; null if the run is not a lane's */
export function pauseText(
  { reason, step, source }: Pick<PausedStep, 'reason' | 'step' | 'source'>,
  from: string | null,
): string {
  const line =
    source === null
      ? []
      : ['unknown' in source ? `  ${source.unknown}` : `  ${source.file}:${source.line}  ${source.text.trim()}`]
  const [who, known] =
    from === null ? ['Paused', commands.replace(', [n]ext lane', '')] : [`${from} is paused`, commands]
  return [`${who} before ${plannedText(step)} (${reasonText(reason)}).`, ...line, `${known} >`].join('\n')
}

/** One line as it was typed at the prompt. */
export function readTyped(line: string, content: PausedContent, around: PausedStep['around'] = []): Typed {
  const [, command = '', rest = ''] = /^\s*(\w*)\s*(.*?)\s*$/s.exec(line) ?? []
  switch (command) {
    case 's':
    case 'step':
      return decided({ kind: 'step' })
    case 'o':
    case 'over':
      return decided({ kind: 'step-over' })
    case 'c':
    case 'continue':
      return decided({ kind: 'continue' })
    case 'r':
    case 'run':
      return readPoint(rest.replace(/^to\s+/, '').replace(/^the\s+/, ''), around)
    case 'e':
    case 'edit':
      return readEdit(rest, content)
    case 'a':
    case 'answer':
      return readAnswer(rest, content)
    case 'n':
    case 'next':
      return { kind: 'later' }
    case 'p':
    case 'print':
      return { kind: 'print' }
    case 'h':
    case 'help':
      return { kind: 'help' }
    case 'q':
    case 'stop':
      return { kind: 'stop' }
    default:
      return problem(`Type one of: ${commands}.`)
  }
}

const decided = (action: PauseAction): Typed => ({ kind: 'decided', action })
const problem = (text: string): Typed => ({ kind: 'problem', text })

/** The next step of a kind. */
const nextPoints = new Map<string, Breakpoint>([
  ['model', { on: 'step', kind: 'call-model' }],
  ['tool', { on: 'step', kind: 'run-tool' }],
  ['check', { on: 'step', kind: 'check' }],
  ['phase', { on: 'phase', name: '*' }],
])

function readPoint(text: string, around: PausedStep['around']): Typed {
  const at = nextPoints.get(text.replace(/^next\s+/, ''))
  if (at !== undefined) return decided({ kind: 'run-to', at })
  const [, end, name = ''] = /^(end)(?::\s*(.*))?$/.exec(text) ?? []
  if (end === undefined) {
    const read = readBreakpoint(text)
    return read.ok ? decided({ kind: 'run-to', at: read.at }) : problem(read.problem)
  }
  if (name === '') return decided({ kind: 'step-over' })
  const group = around.findLast((each) => each.name === name)
  if (group !== undefined) return decided({ kind: 'step-over', group: group.path })
  const names = around.map((each) => each.name).join(', ')
  return problem(`This step is in no phase ${JSON.stringify(name)}. It is in: ${names === '' ? 'none' : names}.`)
}

/** A text; for a model also JSON with tool calls. */
function readAnswer(text: string, content: PausedContent): Typed {
  const answer = content.kind === 'request' ? readWritten(text) : { text, calls: [] }
  return answer === null
    ? problem(`An answer with tool calls is: a ${answerForm}`)
    : { kind: 'edit', edit: { kind: 'answer', answer } }
}

const fields = z.record(z.string(), z.unknown())

/** Of a request, the fields that are given replace those of the same names; anything else is given whole. */
function readEdit(text: string, content: PausedContent): Typed {
  try {
    const given = fields.parse(JSON.parse(text))
    switch (content.kind) {
      case 'request': {
        const read = editedRequest.safeParse({ ...content.request, ...given })
        if (read.success) return { kind: 'edit', edit: { kind: 'request', request: read.data } }
        const faults = read.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`)
        return problem(`The request does not fit: ${faults.join('; ')}.`)
      }
      case 'call':
        return { kind: 'edit', edit: { kind: 'call', arguments: JSON.stringify(given), limits: content.limits } }
      case 'ask':
        return { kind: 'edit', edit: { kind: 'ask', ask: z.json().parse(given) } }
      case 'fixed':
        return problem(`The step ${content.step} can’t be edited.`)
      default:
        return assertNever(content)
    }
  } catch {
    return problem('An edit is one JSON object, such as: e {"path": "src/a.ts"}')
  }
}

export interface PausePrompt {
  /** Null: nobody can answer any more. */
  ask(question: string): Promise<string | null>
  say(text: string): void
  /** The lane that is paused; null if the run is not a lane's. */
  readonly from: string | null
  /** Whether another lane waits for an answer. */
  hasOthers(): boolean
}

/** The person decides about another lane first; `later`: the edit so far. */
interface Later {
  readonly later: PauseEdit | null
}

/**
 * Asks until the person decides.
 * @param before the edit from when this step was asked about before
 * @returns `leave`: nobody can decide
 */
export async function promptAtPause(
  paused: PausedStep,
  { ask, say, from, hasOthers }: PausePrompt,
  before: PauseEdit | null = null,
): Promise<PauseAnswer | Later | 'stop' | 'leave'> {
  const { content } = paused
  let edit = before
  for (let question = pauseText(paused, from); ; question = '>') {
    const line = await ask(question)
    if (line === null) return 'leave'
    const typed = readTyped(line, content, paused.around)
    if (typed.kind === 'stop') return 'stop'
    if (typed.kind === 'later') {
      if (hasOthers()) return { later: edit }
      say('No other lane waits for you.')
      continue
    }
    if (typed.kind === 'decided') return { action: typed.action, edit }
    if (typed.kind === 'print') say(JSON.stringify(content, null, 2))
    else if (typed.kind === 'help') say(help)
    else if (typed.kind === 'problem') say(typed.text)
    else {
      const why = await paused.problemWith(typed.edit)
      if (why === null) edit = typed.edit
      say(why ?? 'Edited. Step or continue to perform it.')
    }
  }
}
