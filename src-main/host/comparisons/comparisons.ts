import {
  type BoundLane,
  type Comparison,
  type Lane,
  type LaneLabel,
  laneLabels,
  type Rubric,
} from '../../../src-shared/comparison.ts'
import type { StartComparison } from '../../../src-shared/comparison-requests.ts'
import { FailureError } from '../../../src-shared/failure.ts'
import type { HostParts } from '../host-parts.ts'
import { newId } from '../new-id.ts'
import { found } from '../not-found.ts'
import { checkParent } from '../run-turns.ts'
import type { Runs } from '../runs.ts'
import { bindLane } from './bind-lane.ts'
import { type ActiveComparison, judged, launchComparison } from './carry-out.ts'
import { keepComparison } from './comparison-record.ts'
import { elsewhere } from './elsewhere.ts'
import { newLane, removeLaneCopy } from './lane-work.ts'
import { refuseMissingModels } from './missing-models.ts'
import { originOf } from './origin.ts'
import { refuseBadPattern } from './run-in-copy.ts'

/** The comparisons of this host. */
export interface Comparisons {
  /** @throws FailureError where a lane can't be had; then nothing was begun */
  start(asked: StartComparison): Promise<Comparison>
  stop(id: string, label: LaneLabel | null): Promise<Comparison>
  /** @throws FailureError where it is not interrupted, or another host was quicker */
  resume(id: string): Comparison
  /** @throws FailureError where lanes are still at work */
  judge(id: string, rubric: Rubric): Comparison
  /** Changes one that nothing works at, or that is going on here. */
  change(id: string, patch: (now: Comparison) => Partial<Comparison>): Comparison
  untilEnded(id: string): Promise<Comparison>
  close(): Promise<void>
}

export function createComparisons(parts: HostParts, runs: Runs): Comparisons {
  const { store, hub, clock, id: host } = parts
  const going = new Map<string, ActiveComparison>()
  let closing = false

  const get = (id: string) => going.get(id)?.record.current() ?? found(store.comparisons.get(id), 'comparison')

  function begin(active: ActiveComparison): Comparison {
    const { id } = active.record.current()
    going.set(id, active)
    void active.done.then(() => going.delete(id))
    return active.record.current()
  }

  async function start(asked: StartComparison): Promise<Comparison> {
    refuseBadPattern(asked.check)
    const { projectId, workspaceId, from: known, ...message } = originOf(parts, asked.origin)
    checkParent(parts, message)
    const { snapshots } = await parts.workspaces.workIn(projectId, workspaceId)
    const { mode, approval } = asked
    const bound: BoundLane[] = []
    for (const [at, each] of asked.lanes.entries())
      bound.push(await bindLane(parts, projectId, laneLabels[at] ?? 'D', each, { ...message, mode, approval }))
    const from = known ?? (await snapshots.snapshot()).id
    if (closing) throw new FailureError(appCloses)
    const { origin: _, lanes: __, ...rest } = asked
    const comparison: Comparison = {
      ...rest,
      ...message,
      id: newId('comp'),
      projectId,
      from,
      state: 'running',
      createdAt: clock.now(),
      lanes: bound.map((lane) => ({ ...lane, ...newLane })),
      verdicts: [],
      applied: null,
      chosen: null,
    }
    store.comparisons.create(comparison, host)
    hub.tell({ kind: 'comparison', comparison })
    return begin(launchComparison(parts, runs, keepComparison(parts, comparison)))
  }

  function resume(id: string): Comparison {
    refuseMissingModels(parts, get(id).lanes, '')
    const taken = store.transaction(() => {
      const row = store.comparisons.withState(['interrupted']).find((each) => each.comparison.id === id)
      if (row === undefined || !store.comparisons.claim(id, row.host, host)) throw notInterrupted()
      store.comparisons.save({ ...row.comparison, state: 'running' })
      return row.comparison
    })
    const record = keepComparison(parts, taken)
    record.change({ state: 'running' })
    return begin(launchComparison(parts, runs, record))
  }

  function judge(id: string, rubric: Rubric): Comparison {
    const now = get(id)
    if (now.state !== 'done' && now.state !== 'stopped') throw stillAtWork()
    const record = keepComparison(parts, now)
    const stopping = new AbortController()
    record.change({ rubric, state: 'judging' })
    store.comparisons.claim(id, hostOf(id), host)
    return begin({
      record,
      stop: (label) => label === null && stopping.abort('stopped'),
      interrupt: () => stopping.abort('interrupted'),
      done: judged(parts, record, stopping.signal, now.state),
    })
  }

  const hostOf = (id: string): string | null =>
    store.comparisons.withState(['judging']).find((each) => each.comparison.id === id)?.host ?? null

  return {
    start,
    resume,
    judge,
    stop: async (id, label) => {
      const active = going.get(id)
      if (active !== undefined) {
        active.stop(label)
        return active.record.current()
      }
      return giveUp(parts, runs, notElsewhere(get(id)))
    },
    change: (id, patch) => {
      const record = going.get(id)?.record ?? keepComparison(parts, notElsewhere(get(id)))
      return record.change(patch(record.current()))
    },
    untilEnded: async (id) => (await going.get(id)?.done) ?? get(id),
    close: async () => {
      closing = true
      for (const active of going.values()) active.interrupt()
      await Promise.all([...going.values()].map(({ done }) => done))
    },
  }
}

/** An interrupted comparison that nobody goes on with: its runs end as aborted, its copies go. */
async function giveUp(parts: HostParts, runs: Runs, now: Comparison): Promise<Comparison> {
  if (now.state !== 'interrupted') return now
  for (const { runId } of now.lanes)
    if (runId !== null && parts.store.runs.get(runId)?.status === 'interrupted') runs.dismiss(runId)
  const lanes: Lane[] = []
  for (const lane of now.lanes) {
    const isOpen = lane.state === 'interrupted' || lane.state === 'waiting'
    lanes.push(isOpen ? { ...lane, ...(await removeLaneCopy(parts, lane)), state: 'stopped' } : lane)
  }
  return keepComparison(parts, now).change({ lanes, state: 'stopped' })
}

/** @throws FailureError where another process carries it out, which would write over what is written here */
function notElsewhere(now: Comparison): Comparison {
  if (now.state === 'running' || now.state === 'judging') throw elsewhere('comparison')
  return now
}

const notInterrupted = () =>
  new FailureError({
    kind: 'busy',
    message: 'This comparison was not interrupted, or is going on again already.',
    advice: 'Look at it once more.',
  })

const stillAtWork = () =>
  new FailureError({
    kind: 'busy',
    message: 'The lanes are still at work.',
    advice: 'Wait until they have ended, or stop them, and have them judged then.',
  })

const appCloses = {
  kind: 'interrupted',
  message: 'Stratagem is being closed.',
  advice: 'Start it again and compare then.',
} as const
