import type { ExportSubject } from '../../../src-shared/api/export-requests.ts'
import { branchTo, type Run, type Turn } from '../../../src-shared/run/conversation.ts'
import { namedBodies } from '../../agent/messages/named-bodies.ts'
import { strategyInfos } from '../../strategy/registry.ts'
import { found } from '../base/not-found.ts'
import { changesBetween } from '../branches/run-changes.ts'
import type { HostContext } from '../host-context.ts'
import { readIntactBody } from '../runs/run-replay.ts'
import { storedSources, strategiesInLabel } from '../runs/strategy-sources.ts'
import type { KeptSource } from '../strategies/imported-strategies.ts'
import type { CollectedRun } from './collected-run.ts'
import { bodiesIn, eventOfText } from './event-of-text.ts'

/** The content of a bundle, before secrets are removed. */
export interface Collected {
  readonly title: string
  readonly createdAt: number
  readonly turns: readonly Turn[]
  readonly runs: readonly CollectedRun[]
  /** By hash, in the order of first reference; null for lost ones. */
  readonly bodies: ReadonlyMap<string, string | null>
  /** Which of them are links of message lists. What a link refers to comes before it. */
  readonly links: ReadonlySet<string>
  readonly notes: readonly string[]
}
/** Collects the parts of a run or a conversation. For a run: its branch up to it. */
export async function collectBundle(
  parts: Pick<HostContext, 'store' | 'strategies' | 'workOf'>,
  subject: ExportSubject,
): Promise<Collected> {
  const { store } = parts
  const only = subject.kind === 'run' ? found(store.runs.get(subject.id), 'run') : null
  const conversation = found(store.conversations.get(only?.conversationId ?? subject.id), 'conversation')
  const all = store.turns.list(conversation.id)
  const turns = only === null ? all : branchTo(all, only.turnId)
  const chosen = turns.flatMap((turn) => (only === null ? turn.runs : answersOf(turn, only)))
  const over = chosen.filter(({ status }) => status !== 'running' && status !== 'waiting')
  const bodies = new Map<string, string | null>()
  const named = namedBodies((ref) => readIntactBody(store, ref))
  const runs: CollectedRun[] = []
  for (const run of over) {
    const read = store.events.texts(run.id)
    const texts = read.map(({ text }) => text)
    const damaged = new Set(read.flatMap((each) => (each.damaged ? [each.seq] : [])))
    for (const ref of texts.flatMap((text) => bodiesIn(named, eventOfText(text))))
      if (!bodies.has(ref)) bodies.set(ref, readIntactBody(store, ref))
    const sources = await sourcesOf(parts, run, texts)
    runs.push({ run: marked(run, damaged), texts, damaged, sources, files: await keptFiles(parts, run, texts) })
  }
  const left = chosen.length - over.length
  const notes = [
    ...(left === 0 ? [] : ['A run that is still running was left out. Export again after it ends.']),
    ...lostSources(runs).map(
      (name) =>
        `The source of the strategy ${name}, as a run used it, no longer exists. On other machines, that run can be viewed but not verified.`,
    ),
  ]
  return {
    title: conversation.title,
    createdAt: conversation.createdAt,
    turns,
    runs,
    bodies,
    links: named.links,
    notes,
  }
}

const marked = (run: Run, damaged: ReadonlySet<number>): Run => (damaged.size > 0 ? { ...run, damaged: 'log' } : run)

/** As stored with the run; for older runs without stored sources, the current one if it is the same. */
async function sourcesOf(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  run: Run,
  texts: readonly string[],
): Promise<readonly KeptSource[]> {
  const start = texts[0] === undefined ? null : eventOfText(texts[0])
  if (start?.type !== 'run-start') return []
  const sources = storedSources(parts, run.id, start.strategyVersion)
  if (sources.length > 0) return sources.map(({ name, text }) => ({ name, text }))
  await parts.strategies.of(run.projectId)
  return strategiesInLabel(start.strategyVersion).flatMap(({ name, version }) => {
    const text = parts.strategies.textOf(name, version)
    return text === undefined ? [] : [{ name, text }]
  })
}

/** Names of strategies, built-in ones excepted, whose source a run's log refers to but which is not available. */
function lostSources(runs: readonly CollectedRun[]): string[] {
  const ours = new Set(strategyInfos().map(({ name }) => name))
  const lost = runs.flatMap(({ texts, sources }) => {
    const start = texts[0] === undefined ? null : eventOfText(texts[0])
    const named = start?.type === 'run-start' ? strategiesInLabel(start.strategyVersion) : []
    return named.filter(({ name }) => !ours.has(name) && !sources.some((source) => source.name === name))
  })
  return [...new Set(lost.map(({ name }) => name))]
}

/** For the run's own turn that run, for earlier turns the latest run. */
function answersOf(turn: Turn, only: Run): Run[] {
  if (turn.id === only.turnId) return [only]
  const last = turn.runs.findLast((run) => run.endedAt !== null)
  return last === undefined ? [] : [last]
}

/** With more states of the files than this in one run, only the last is included. */
const maxStates = 100

/**
 * What a run changed in the files, as patches from the state before it to each later one in its log, so that the
 * changes can be viewed and played back without the project. Unavailable ones are left out.
 */
async function keptFiles(
  parts: Pick<HostContext, 'store' | 'workOf'>,
  run: Run,
  texts: readonly string[],
): Promise<CollectedRun['files']> {
  const snapshots = texts.flatMap((text) => snapshotIn(text) ?? [])
  const [before] = snapshots
  const last = snapshots.at(-1)
  const project = parts.store.projects.get(run.projectId)
  if (before === undefined || last === undefined || project === undefined) return []
  // The state at the end comes last, even if it occurred before.
  const between = [...new Set(snapshots)].filter((state) => state !== before && state !== last)
  const after = [...between.slice(-maxStates), last]
  const collected: { before: string; after: string; changes: CollectedRun['files'][number]['changes'] }[] = []
  for (const state of after) {
    const changes = await changesBetween(parts, project.id, before, state).catch(() => null)
    if (changes !== null) collected.push({ before, after: state, changes })
  }
  return collected
}

function snapshotIn(text: string): string | null {
  const event = eventOfText(text)
  return event.type === 'files' || event.type === 'files-step' ? event.snapshot : null
}
