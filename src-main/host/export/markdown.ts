import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { formatWorkingTime, runTime } from '../../../src-shared/run/time/run-time.ts'
import { latestTodos, type Todo } from '../../../src-shared/run/todos.ts'
import { spentText } from '../../../src-shared/run/totals-text.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { strategyTitle, type TitledStrategy, titleInConversation } from '../../../src-shared/strategy/strategy-title.ts'

/** One turn of a branch, with its run in that branch, or null. */
export interface TurnPart {
  readonly turn: Turn
  readonly answer: { readonly run: Run; readonly view: RunView } | null
}

/**
 * A branch of a conversation as a readable text: messages, what was done for each, answers.
 * @param known to call strategies by their titles
 */
export function markdown(title: string, parts: readonly TurnPart[], known: readonly TitledStrategy[]): string {
  const lines = [`# ${oneLine(title)}`, ...parts.flatMap((part) => turnLines(part, known))]
  return `${lines.join('\n\n')}\n`
}

function turnLines({ turn, answer }: TurnPart, known: readonly TitledStrategy[]): string[] {
  const lines = ['## User', turn.message]
  if (answer === null) return lines
  const { run, view } = answer
  const steps = view.spans.flatMap((span) => stepLine(span, known))
  const todos = latestTodos(view.spans)
  const facts = `${strategyTitle(run.strategy, known)} · ${run.status} · ${formatWorkingTime(runTime(run))} · ${spentText(view.totals)}`
  const failed = run.failure === null ? [] : [`> ${oneLine(`${run.failure.message} ${run.failure.advice}`)}`]
  return [
    ...lines,
    '## Assistant',
    `*${facts}*`,
    ...(steps.length === 0 ? [] : [steps.join('\n')]),
    ...(todos === null ? [] : [todos.map(todoLine).join('\n')]),
    ...(run.text.trim() === '' ? [] : [run.text]),
    ...failed,
  ]
}

/** As an item of a task list. */
const todoLine = ({ text, status }: Todo): string =>
  `- [${status === 'done' ? 'x' : ' '}] ${escaped(text)}${status === 'in_progress' ? ' (in progress)' : ''}`

function stepLine(span: Span, known: readonly TitledStrategy[]): string[] {
  switch (span.kind) {
    case 'phase':
      return [`- **${escaped(span.title)}**`]
    case 'tool': {
      const mark = span.state === 'ok' ? '✓' : '✗'
      return [
        `- ${mark} \`${span.call.tool}\` ${escaped(span.result?.summary ?? span.failure?.message ?? 'not finished')}`,
      ]
    }
    case 'child':
      return [`- child run of ${span.agent ?? titleInConversation(span.strategy, known)}: ${escaped(span.goal)}`]
    case 'notice':
      return [`- ${escaped(span.text)}`]
    case 'model':
    case 'branches':
    case 'step':
    case 'unknown':
      return []
    default:
      return assertNever(span)
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
/** Our own lines quote files and commands, whose text must not act as markup. */
const escaped = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>#|]/g, '\\$&')
