import { counted, plural, shortenMiddle } from '../../../src-shared/base/format.ts'
import type { StepSpan, ToolSpan } from '../../../src-shared/run/view/run-view.ts'
import { toolKind } from '../../../src-shared/timeline/span-bars.ts'
import { callSubject, stepSubject } from '../span-names.ts'

/** One line about consecutive tool calls and checks. */
export interface ActivityText {
  /** `Read 6 files, ran npm test` */
  readonly done: string
  /** A few names of the files that were edited or, if none was, read. */
  readonly files: readonly string[]
  readonly failed: number
  readonly denied: number
}

const maxNames = 3
const maxCommand = 40

export function activityText(spans: readonly (ToolSpan | StepSpan)[]): ActivityText {
  const actions = new Map<string, { readonly action: ActionVerb; readonly subjects: Set<string>; times: number }>()
  for (const span of spans) {
    const action = actionOf(span)
    const known = actions.get(action.verb + action.noun) ?? { action, subjects: new Set<string>(), times: 0 }
    known.times += 1
    const subject = subjectOf(span)
    if (subject !== '') known.subjects.add(subject)
    actions.set(action.verb + action.noun, known)
  }
  const parts = [...actions.values()].map(({ action, subjects, times }) => actionText(action, [...subjects], times))
  const text = parts.join(', ')
  const files = namesOf(actions.get('editedfile')?.subjects ?? actions.get('readfile')?.subjects)
  return {
    done: `${text.slice(0, 1).toLocaleUpperCase('en-US')}${text.slice(1)}`,
    files: files.length > maxNames ? [] : files,
    failed: spans.filter((span) => span.state === 'failed' && !isDenied(span)).length,
    denied: spans.filter(isDenied).length,
  }
}

interface ActionVerb {
  readonly verb: string
  /** Its plural ends in s. If empty, the subject itself is named. */
  readonly noun: string
}

const actions: { readonly [tool: string]: ActionVerb } = {
  read_file: { verb: 'read', noun: 'file' },
  edit_file: { verb: 'edited', noun: 'file' },
  write_file: { verb: 'edited', noun: 'file' },
  list_directory: { verb: 'listed', noun: 'folder' },
  find_files: { verb: 'looked for', noun: 'file name' },
  search_text: { verb: 'searched for', noun: 'pattern' },
  // The kinds of calls of other agents (Agent Client Protocol, version 1).
  read: { verb: 'read', noun: 'file' },
  edit: { verb: 'edited', noun: 'file' },
  delete: { verb: 'deleted', noun: 'file' },
  move: { verb: 'moved', noun: 'file' },
  search: { verb: 'searched for', noun: 'pattern' },
}

function actionOf(span: ToolSpan | StepSpan): ActionVerb {
  if (span.kind === 'step') return { verb: 'ran', noun: '' }
  if (toolKind(span) === 'command') return { verb: 'ran', noun: '' }
  return actions[span.call.tool] ?? { verb: `called ${span.call.tool}`, noun: '' }
}

const subjectOf = (span: ToolSpan | StepSpan): string =>
  span.kind === 'step' ? stepSubject(span) : callSubject(span.call)

const isDenied = (span: ToolSpan | StepSpan): boolean =>
  span.kind === 'tool' && span.approval?.answer?.decision === 'deny'

function actionText({ verb, noun }: ActionVerb, subjects: readonly string[], times: number): string {
  if (noun !== '') {
    const count = Math.max(1, subjects.length)
    return `${verb} ${counted(count, noun)}`
  }
  if (verb !== 'ran') return plural(times, verb, `${verb} ${times} times`)
  const [only] = subjects
  if (only === undefined || subjects.length > 1) return `ran ${times} commands`
  return `ran ${shortenMiddle(only, maxCommand)}${plural(times, '', ` ${times} times`)}`
}

const namesOf = (paths: ReadonlySet<string> | undefined): readonly string[] => [
  ...new Set([...(paths ?? [])].map((path) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))),
]
