import { z } from 'zod'
import { assertNever } from '../../src-shared/base/assert-never.ts'
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

/** What a person at the terminal does at a pause, one line at a time. */

export type Typed =
  | { readonly kind: 'decided'; readonly action: PauseAction }
  | { readonly kind: 'stop' }
  | { readonly kind: 'edit'; readonly edit: PauseEdit }
  | { readonly kind: 'print' }
  | { readonly kind: 'problem'; readonly text: string }

const commands = '[s]tep, step [o]ver, [r]un to POINT, [c]ontinue, [e]dit JSON, [a]nswer TEXT, [p]rint, [q] stop'

export function pauseText({ reason, step, source }: Pick<PausedStep, 'reason' | 'step' | 'source'>): string {
  const line = source === null ? [] : [`  ${source.file}:${source.line}  ${source.text.trim()}`]
  return [`Paused before ${plannedText(step)} (${reasonText(reason)}).`, ...line, `${commands} >`].join('\n')
}

/** One line as it was typed at the prompt. */
export function readTyped(line: string, content: PausedContent): Typed {
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
    case 'run': {
      const read = readBreakpoint(rest.replace(/^to\s+/, ''))
      return read.ok ? decided({ kind: 'run-to', at: read.at }) : problem(read.problem)
    }
    case 'e':
    case 'edit':
      return readEdit(rest, content)
    case 'a':
    case 'answer':
      return { kind: 'edit', edit: { kind: 'answer', answer: { text: rest, calls: [] } } }
    case 'p':
    case 'print':
      return { kind: 'print' }
    case 'q':
    case 'stop':
      return { kind: 'stop' }
    default:
      return problem(`Type one of: ${commands}.`)
  }
}

const decided = (action: PauseAction): Typed => ({ kind: 'decided', action })
const problem = (text: string): Typed => ({ kind: 'problem', text })

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

interface Prompt {
  ask(question: string): Promise<string>
  say(text: string): void
}

/** Asks until the person decides. */
export async function promptAtPause(paused: PausedStep, { ask, say }: Prompt): Promise<PauseAnswer | 'stop'> {
  const { content } = paused
  let edit: PauseEdit | null = null
  for (let question = pauseText(paused); ; question = '>') {
    const typed = readTyped(await ask(question), content)
    if (typed.kind === 'stop') return 'stop'
    if (typed.kind === 'decided') return { action: typed.action, edit }
    if (typed.kind === 'print') say(JSON.stringify(content, null, 2))
    else if (typed.kind === 'problem') say(typed.text)
    else {
      const why = await paused.problemWith(typed.edit)
      if (why === null) edit = typed.edit
      say(why ?? 'Edited. Step or continue to perform it.')
    }
  }
}
