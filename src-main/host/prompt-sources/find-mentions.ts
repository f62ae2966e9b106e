import type { MentionFound } from '../../../src-shared/api/project-requests.ts'
import type { Store } from '../../store/store.ts'
import { foldersAbove } from '../../tools/instructions/nested-instructions.ts'
import { bestMatches } from '../projects/find-files.ts'

/** Maximum of folders and of runs that are offered, and of runs that are looked through. */
const [maxFolders, maxRuns, runsRead] = [3, 5, 60]

/**
 * What can be mentioned: the working changes and runs by their words, then folders and files. @param files that fit
 * already
 */
export function findMentions(
  { runs, turns }: Pick<Store, 'runs' | 'turns'>,
  projectId: string,
  query: string,
  files: readonly string[],
): readonly MentionFound[] {
  const typed = query.toLowerCase()
  const changes: MentionFound = {
    mention: 'diff',
    kind: 'diff',
    title: 'diff',
    detail: 'Changes since the last commit',
  }
  const folders = typed === '' ? [] : bestMatches([...new Set(files.flatMap(foldersAbove))], query).slice(0, maxFolders)
  return [
    ...(typed !== '' && 'diff'.startsWith(typed) ? [changes] : []),
    ...(/^run\b|^ru$/.test(typed) ? earlierRuns(runs, turns, projectId, typed) : []),
    ...files.map((path): MentionFound => ({ mention: path, kind: 'file', ...nameOf(path) })),
    ...folders.map((path): MentionFound => ({ mention: `${path}/`, kind: 'folder', ...nameOf(path) })),
  ]
}

function earlierRuns(runs: Store['runs'], turns: Store['turns'], projectId: string, typed: string): MentionFound[] {
  const words = typed.replace(/^run?:?/, '')
  return runs
    .list(projectId, runsRead)
    .filter(({ endedAt }) => endedAt !== null)
    .flatMap((run): MentionFound[] => {
      const title = turns.get(run.turnId)?.message.trim().split('\n', 1)[0]?.slice(0, 80) ?? ''
      const fits = title !== '' && `${title} ${run.id}`.toLowerCase().includes(words)
      return fits ? [{ mention: `run:${run.id}`, kind: 'run', title: `run: ${title}`, detail: run.status }] : []
    })
    .slice(0, maxRuns)
}

function nameOf(path: string): Pick<MentionFound, 'title' | 'detail'> {
  const title = path.split('/').at(-1) ?? path
  return { title, detail: path.slice(0, path.length - title.length) }
}
