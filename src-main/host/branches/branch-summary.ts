import { formatFiles } from '../../../src-shared/base/format.ts'
import { branchTo, type Run, type Turn } from '../../../src-shared/run/conversation.ts'
import type { FileChange } from '../../../src-shared/workspace/changes.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'

/** Maximum length of a message, an answer, and the list of files. */
const maxMessage = 1000
const maxAnswer = 6000
const maxFiles = 50

/**
 * A summary of a branch as a message for another one: the messages, the last answer, and the changed files. Built
 * from stored data without a model. The branch starts where it last diverged from another.
 */
export async function branchSummary(parts: Pick<HostContext, 'store' | 'workOf'>, turnId: string): Promise<string> {
  const { store } = parts
  const { conversationId } = found(store.turns.get(turnId), 'message')
  const all = store.turns.list(conversationId)
  const path = branchTo(all, turnId)
  const parted = path.findLastIndex((turn) =>
    all.some((each) => each.id !== turn.id && each.parentId === turn.parentId),
  )
  const turns = path.slice(parted < 0 ? -1 : parted)
  const runs = turns.flatMap((turn) => turn.runs.at(-1) ?? [])
  const name = turns.findLast((turn) => turn.mark?.name != null)?.mark?.name
  return [
    `This is the result of another branch${name == null ? '' : `, "${name}"`}.`,
    `Messages:\n\n${turns.map(messageText).join('\n')}`,
    answer(runs.at(-1)),
    filesText(await filesOf(parts, runs)),
  ].join('\n\n')
}

const messageText = ({ message }: Turn, at: number): string =>
  `${at + 1}. ${cut(message.trim(), maxMessage).replaceAll('\n', '\n   ')}`

function answer(run: Run | undefined): string {
  if (run === undefined || run.text.trim() === '') return 'There is no answer.'
  const how = run.status === 'completed' ? 'The answer' : `The answer of a run that is ${run.status}`
  return `${how}:\n\n${cut(run.text.trim(), maxAnswer)}`
}

/** Null if it is not known. */
async function filesOf(
  { store, workOf }: Pick<HostContext, 'store' | 'workOf'>,
  runs: readonly Run[],
): Promise<readonly FileChange[] | null> {
  const [first, last] = [runs.at(0), runs.at(-1)]
  if (first?.before == null || last?.after == null) return null
  const { snapshots } = workOf(found(store.projects.get(first.projectId), 'project'))
  return snapshots.changes(first.before, last.after).then(
    ({ files }) => files,
    () => null,
  )
}

function filesText(files: readonly FileChange[] | null): string {
  if (files === null) return 'The changed files are unknown.'
  if (files.length === 0) return 'No files were changed.'
  const lines = files.slice(0, maxFiles).map((file) => `- ${visibleName(file.path)} (${countsOf(file)})`)
  const more = files.length > maxFiles ? `\n- and ${files.length - maxFiles} more` : ''
  return `Changed ${formatFiles(files.length)}:\n\n${lines.join('\n')}${more}`
}

function countsOf({ kind, binary, added, removed }: FileChange): string {
  const counts = binary ? 'binary' : [added > 0 && `+${added}`, removed > 0 && `-${removed}`].filter(Boolean).join(' ')
  return [kind, counts].filter((part) => part !== '').join(', ')
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} …` : text)
