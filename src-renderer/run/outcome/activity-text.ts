import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { counted, formatNumber, plural, shortenMiddle } from '../../../src-shared/base/format.ts'
import type { StepSpan, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { toolKind } from '../../../src-shared/timeline/span-bars.ts'
import { callSubject, stepSubject } from '../span-names.ts'

/** One line about consecutive tool calls and checks. */
export interface ActivityText {
  /** `Read 6 files, ran npm test`; what did not happen is said as such: `could not edit 2 files` */
  readonly done: string
  /** A few names of the files that were edited or, if none was, read. */
  readonly files: readonly string[]
  /** What ran and failed; what could not be done is in the text. */
  readonly failed: number
  readonly denied: number
}

const maxNames = 3
const maxCommand = 40

interface Action {
  readonly words: ActionWords
  readonly came: Came
  readonly subjects: Set<string>
  times: number
}

export function activityText(spans: readonly (ToolSpan | StepSpan)[]): ActivityText {
  const actions = new Map<string, Action>()
  for (const span of spans) {
    const [words, came] = [wordsOf(span), cameOf(span)]
    const key = `${came} ${words.did} ${words.noun}`
    const action = actions.get(key) ?? { words, came, subjects: new Set<string>(), times: 0 }
    action.times += 1
    const subject = subjectOf(span)
    if (subject !== '') action.subjects.add(subject)
    actions.set(key, action)
  }
  const text = [...actions.values()].map(actionText).join(', ')
  const files = namesOf(actions.get('done edited file')?.subjects ?? actions.get('done read file')?.subjects)
  return {
    done: `${text.slice(0, 1).toLocaleUpperCase('en-US')}${text.slice(1)}`,
    files: files.length > maxNames ? [] : files,
    failed: spans.filter((span) => span.state === 'failed' && cameOf(span) === 'done').length,
    denied: spans.filter(isDenied).length,
  }
}

/** What came of a call: it did what it is for, found that already done, could not, was not allowed to, or was stopped. */
type Came = 'done' | 'unchanged' | 'failed' | 'denied' | 'stopped'

interface ActionWords {
  readonly did: string
  /** As in "could not …". */
  readonly todo: string
  /** Its plural ends in s. If empty, the subject itself is named. */
  readonly noun: string
}

const read: ActionWords = { did: 'read', todo: 'read', noun: 'file' }
const edited: ActionWords = { did: 'edited', todo: 'edit', noun: 'file' }
const searched: ActionWords = { did: 'searched for', todo: 'search for', noun: 'pattern' }
const ran: ActionWords = { did: 'ran', todo: 'run', noun: '' }

const known: { readonly [tool: string]: ActionWords } = {
  read_file: read,
  edit_file: edited,
  write_file: edited,
  list_directory: { did: 'listed', todo: 'list', noun: 'folder' },
  find_files: { did: 'looked for', todo: 'look for', noun: 'file name' },
  search_text: searched,
  // The kinds of calls of other agents (Agent Client Protocol, version 1).
  read,
  edit: edited,
  delete: { did: 'deleted', todo: 'delete', noun: 'file' },
  move: { did: 'moved', todo: 'move', noun: 'file' },
  search: searched,
}

function wordsOf(span: ToolSpan | StepSpan): ActionWords {
  if (span.kind === 'step' || toolKind(span) === 'command') return ran
  const { tool } = span.call
  return known[tool] ?? { did: `called ${tool}`, todo: `call ${tool}`, noun: '' }
}

const subjectOf = (span: ToolSpan | StepSpan): string =>
  span.kind === 'step' ? stepSubject(span) : callSubject(span.call)

/** By the user, or by a rule, the mode or the phase. */
const isDenied = (span: ToolSpan | StepSpan): boolean =>
  span.kind === 'tool' &&
  (span.approval?.answer?.decision === 'deny' || notAllowed.safeParse(span.result?.data ?? null).success)

const notAllowed = z.object({ notAllowed: z.literal(true) })

function cameOf(span: ToolSpan | StepSpan): Came {
  if (isDenied(span)) return 'denied'
  // A command or check that fails did run.
  if (span.kind === 'step') return 'done'
  if (span.state === 'interrupted') return 'stopped'
  if (span.state === 'failed') return hasRun(span) ? 'done' : 'failed'
  return span.effect === 'edit' && span.result?.summary === 'no change' ? 'unchanged' : 'done'
}

/** Whether a failed call did what its verb says: a command that fails ran, a file that can't be read was not read. */
const hasRun = (span: ToolSpan): boolean => toolKind(span) === 'command' || known[span.call.tool] === undefined

function actionText({ words, came, subjects, times }: Action): string {
  const what = whatOf(words, [...subjects], times)
  switch (came) {
    case 'done':
      return `${words.did}${what}`
    case 'unchanged':
      return `left${what} as ${plural(Math.max(1, subjects.size), 'it was', 'they were')}`
    case 'failed':
      return `could not ${words.todo}${what}`
    case 'denied':
      return `did not ${words.todo}${what}`
    case 'stopped':
      return `did not finish: ${words.todo}${what}`
    default:
      return assertNever(came)
  }
}

/** With a space in front, or empty. */
function whatOf({ did, noun }: ActionWords, subjects: readonly string[], times: number): string {
  if (noun !== '') return ` ${counted(Math.max(1, subjects.length), noun)}`
  const often = plural(times, '', ` ${formatNumber(times)} times`)
  if (did !== 'ran') return often
  const [only] = subjects
  if (only === undefined || subjects.length > 1) return ` ${counted(times, 'command')}`
  return ` ${shortenMiddle(only, maxCommand)}${often}`
}

const namesOf = (paths: ReadonlySet<string> | undefined): readonly string[] => [
  ...new Set([...(paths ?? [])].map((path) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))),
]
