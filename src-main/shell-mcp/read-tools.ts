import type { SearchHit } from '../../src-shared/api/search.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import { type ConversationTree, latestTurn } from '../../src-shared/run/conversation.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { partOf } from './tool-results.ts'

/** Characters of one answer. */
const maxText = 20_000

/** @param projectId null: of all projects */
export async function searchRuns(host: Host, query: string, projectId: string | null): Promise<string> {
  const { hits, more } = await ask(host, 'history-search', { projectId, query: query.slice(0, 200) })
  if (hits.length === 0) return 'Nothing found.'
  const lines: string[] = []
  const runOf = answeringRuns(host)
  for (const hit of hits) {
    const { kind, project, title, excerpt, at } = hit
    const run = (await runOf(hit)) ?? '(no run)'
    lines.push([run, new Date(at).toISOString(), kind, project, title, excerpt].map(plain).join(' · '))
  }
  return partOf([...lines, ...(more ? ['There are more. Add words to narrow the search.'] : [])].join('\n'), 0, maxText)
}

/** The run of a hit; for a message the last one that answered it, for a title that of the newest message. */
function answeringRuns(host: Host): (hit: SearchHit) => Promise<string | null> {
  const trees = new Map<string, Promise<ConversationTree | null>>()
  return async ({ runId, turnId, conversationId }) => {
    if (runId !== null) return runId
    const tree = trees.get(conversationId) ?? ask(host, 'conversation-open', { conversationId }).catch(() => null)
    trees.set(conversationId, tree)
    const turns = (await tree)?.turns ?? []
    const turn = turnId === null ? latestTurn(turns) : turns.find(({ id }) => id === turnId)
    return turn?.runs.at(-1)?.id ?? null
  }
}

/** Marks of matches and other control characters are for windows. */
const plain = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, (found) => (/\s/.test(found) ? ' ' : ''))

/**
 * A run as Markdown, without what are likely secrets.
 * @param from the first character
 * @param allowed whether runs of this project may be read
 */
export async function readRun(
  host: Host,
  runId: string,
  from: number,
  allowed: (projectId: string) => boolean,
): Promise<string> {
  const run = host.runs.get(runId)
  if (run === undefined || !allowed(run.projectId)) throw new FailureError(unknownRun(runId))
  const made = await ask(host, 'export-prepare', {
    subject: { kind: 'run', id: runId },
    format: 'markdown',
    damaged: true,
  })
  const parts: Buffer[] = []
  for (let part = 0; ; part++) {
    const { bytes, last } = await ask(host, 'export-read', { exportId: made.exportId, part })
    parts.push(Buffer.from(bytes, 'base64'))
    if (last) break
  }
  return partOf(Buffer.concat(parts).toString('utf8'), from, maxText)
}

const unknownRun = (id: string) =>
  ({ kind: 'not-found', message: `There is no run ${JSON.stringify(id)}.`, advice: 'search_runs finds runs.' }) as const

export async function listStrategies(host: Host, projectId: string | null): Promise<string> {
  const [strategies, presets] = await Promise.all([
    ask(host, 'strategies-list', { projectId }),
    ask(host, 'presets-list', { projectId }),
  ])
  const lines = strategies
    .filter(({ problem, name }) => problem === undefined && name !== 'conversation')
    .map(({ name, title, summary, wrapper }) => {
      const around = wrapper === false ? '' : ` ${wrapper === true ? 'Wraps' : 'Can wrap'} another: ${name}(tool-loop).`
      return `${name} (${title}): ${summary}${around}`
    })
  const own = presets.filter(({ preset }) => preset !== null).map(({ name }) => `${name}: a preset`)
  return [...lines, ...own].join('\n')
}
