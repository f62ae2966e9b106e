import type { MentionFound } from '../../../src-shared/api/project-requests.ts'
import { resourceMention } from '../../../src-shared/mcp/mcp-offers.ts'
import type { Store } from '../../store/store.ts'
import { foldersAbove } from '../../tools/instructions/nested-instructions.ts'
import type { ListedResource } from '../mcp/user-offers.ts'
import { bestMatches } from '../projects/find-files.ts'

/** Maximum of folders and of runs that are offered, and of runs that are looked through. */
const [maxFolders, maxRuns, runsRead] = [3, 5, 60]
/** Maximum of resources of MCP servers: of one that is named, and among files, with their place there. */
const [maxNamed, maxAmong, afterFiles] = [20, 3, 4]

/**
 * What can be mentioned: the working changes and runs by their words, then folders, files and resources.
 * @param files that fit already
 * @param resources of all servers
 */
export function findMentions(
  { runs, turns }: Pick<Store, 'runs' | 'turns'>,
  projectId: string,
  query: string,
  files: readonly string[],
  resources: readonly ListedResource[] = [],
): readonly MentionFound[] {
  const typed = query.toLowerCase()
  const changes: MentionFound = {
    mention: 'diff',
    kind: 'diff',
    title: 'diff',
    detail: 'Changes since the last commit',
  }
  const folders = typed === '' ? [] : bestMatches([...new Set(files.flatMap(foldersAbove))], query).slice(0, maxFolders)
  const listed = files.map((path): MentionFound => ({ mention: path, kind: 'file', ...nameOf(path) }))
  const named = resources
    .filter(({ server, uri }) => isNamed(server, uri, typed))
    .map(resourceFound)
    .slice(0, maxNamed)
  return [
    ...(typed !== '' && 'diff'.startsWith(typed) ? [changes] : []),
    ...(/^run\b|^ru$/.test(typed) ? earlierRuns(runs, turns, projectId, typed) : []),
    ...named,
    ...listed.slice(0, afterFiles),
    ...(named.length === 0 ? fitting(resources, typed) : []),
    ...listed.slice(afterFiles),
    ...folders.map((path): MentionFound => ({ mention: `${path}/`, kind: 'folder', ...nameOf(path) })),
  ]
}

/** Whether the server's name is typed, or what follows it. */
function isNamed(server: string, uri: string, typed: string): boolean {
  const whole = resourceMention(server, uri).toLowerCase()
  const [name = '', rest] = typed.split(/:(.*)/s)
  if (rest === undefined) return typed.length > 1 && server.toLowerCase().startsWith(name)
  return server.toLowerCase() === name && whole.slice(name.length).includes(rest)
}

const fitting = (resources: readonly ListedResource[], typed: string): readonly MentionFound[] =>
  typed.length < 2
    ? []
    : resources
        .filter(({ title, uri }) => `${title} ${uri}`.toLowerCase().includes(typed))
        .map(resourceFound)
        .slice(0, maxAmong)

const resourceFound = ({ server, uri, title, isTemplate }: ListedResource): MentionFound => ({
  mention: resourceMention(server, uri),
  kind: 'resource',
  title,
  detail: isTemplate ? `${server} · fill in what is in braces: ${uri}` : `${server} · ${uri}`,
})

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
