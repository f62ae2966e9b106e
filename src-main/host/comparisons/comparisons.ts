import type { StartComparison } from '../../../src-shared/api/comparison-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { BoundLane, Comparison, Rubric } from '../../../src-shared/comparison/comparison.ts'
import { type LaneLabel, laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import type { ResolveParts } from '../runs/resolve-request.ts'
import { checkParent } from '../runs/run-turns.ts'
import type { Runs } from '../runs/runs.ts'
import { abandonComparison, abandonLanes } from './abandon-comparison.ts'
import { bindLane } from './bind-lane.ts'
import { type ComparisonRecord, openComparisonRecord } from './comparison-record.ts'
import { newLane } from './lane-work.ts'
import { notifyLeftOut } from './left-out-notice.ts'
import { refuseMissingModels } from './missing-models.ts'
import { originOf } from './origin.ts'
import { appIsClosing, runningElsewhere } from './other-hosts.ts'
import type { ActiveComparison, ComparingParts } from './run-comparison.ts'
import { refuseBadPattern } from './run-in-copy.ts'
import { sweepComparisons } from './sweep-comparisons.ts'

type Parts = Pick<HostContext, 'id' | 'store' | 'bus' | 'clock' | 'feed' | 'lease' | 'outlines' | 'workspaces'> &
  ResolveParts &
  ComparingParts

/** The comparisons of this host. */
export interface Comparisons {
  /** @throws FailureError if a lane is not available; then nothing was started */
  start(request: StartComparison): Promise<Comparison>
  stop(id: string, label: LaneLabel | null): Promise<Comparison>
  /** @throws FailureError if it is not interrupted, or another host was faster */
  resume(id: string): Promise<Comparison>
  /**
   * Continues one interrupted lane alone; the others stay as they are. Settles when its run continues.
   * @throws FailureError if it can't continue, or not now
   */
  resumeLane(id: string, label: LaneLabel): Promise<Comparison>
  /** @throws FailureError if lanes are still running */
  judge(id: string, rubric: Rubric): Comparison
  /** @throws FailureError if another process executes it: then the change can't be stored */
  refuseElsewhere(id: string): void
  /** Changes one that is idle, or that is active in this host. */
  change(id: string, patch: (now: Comparison) => Partial<Comparison>): Comparison
  untilEnded(id: string): Promise<Comparison>
  close(): Promise<void>
}

/** Loaded with the first comparison: most sessions have none. */
const loadRunner = () => import('./run-comparison.ts')

export function createComparisons(parts: Parts, runs: Runs): Comparisons {
  const { store, bus, clock, id: host } = parts
  const activeComparisons = new Map<string, ActiveComparison>()
  let closing = false

  const get = (id: string) =>
    activeComparisons.get(id)?.record.current() ?? found(store.comparisons.get(id), 'comparison')

  const refuseClosing = () => {
    if (closing) throw new FailureError(appIsClosing)
  }

  function begin(active: ActiveComparison): ActiveComparison {
    const { id } = active.record.current()
    activeComparisons.set(id, active)
    // Once it is reported as ended, another may have started in its place.
    void active.done.then(() => activeComparisons.get(id) === active && activeComparisons.delete(id))
    return active
  }

  async function start(request: StartComparison): Promise<Comparison> {
    const { launchComparison } = await loadRunner()
    refuseBadPattern(request.check)
    const { projectId, workspaceId, from: known, ...message } = originOf(parts, request.origin)
    checkParent(parts, message)
    const { snapshots } = await parts.workspaces.workIn(projectId, workspaceId)
    const { mode, approval } = request
    const bound: BoundLane[] = []
    for (const [at, each] of request.lanes.entries())
      bound.push(await bindLane(parts, projectId, laneLabelAt(at), each, { ...message, mode, approval }))
    const { id: from, notCovered } = known === null ? await snapshots.snapshot() : { id: known, notCovered: [] }
    await notifyLeftOut(parts, snapshots, notCovered)
    refuseClosing()
    const { origin: _, lanes: __, ...rest } = request
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
    bus.publish({ kind: 'comparison', comparison })
    return begin(launchComparison(parts, runs, openComparisonRecord(parts, comparison))).record.current()
  }

  async function resume(id: string, only: LaneLabel | null): Promise<ActiveComparison> {
    const { launchComparison } = await loadRunner()
    if (isAtWork(get(id)) && !activeComparisons.has(id)) {
      await parts.lease.settled()
      sweepComparisons(parts)
      if (!activeComparisons.has(id)) notElsewhere(get(id))
    }
    if (!isAtWork(get(id))) await activeComparisons.get(id)?.done
    const lanes = get(id).lanes.filter(({ label }) => only === null || label === only)
    refuseMissingModels(parts, lanes, '')
    refuseClosing()
    const active = activeComparisons.get(id)
    if (active === undefined) return begin(launchComparison(parts, runs, claimed(id), only))
    const idle = active.idle().filter((label) => only === null || label === only)
    if (idle.length === 0) throw notInterrupted()
    for (const label of idle) active.add(label)
    return active
  }

  function claimed(id: string): ComparisonRecord {
    const taken = store.transaction(() => {
      const row = store.comparisons.withState(['interrupted']).find((each) => each.comparison.id === id)
      if (row === undefined || !store.comparisons.claim(id, row.host, host)) throw notInterrupted()
      store.comparisons.save({ ...row.comparison, state: 'running' })
      return row.comparison
    })
    const record = openComparisonRecord(parts, taken)
    record.change({ state: 'running' })
    return record
  }

  async function resumeLane(id: string, label: LaneLabel): Promise<Comparison> {
    if (get(id).order === 'in-turn' && activeComparisons.has(id)) throw oneByOne()
    const active = await resume(id, label)
    await active.untilRuns(label)
    const now = active.record.current()
    const failure = now.lanes.find((lane) => lane.label === label)?.failure ?? null
    if (failure !== null) throw new FailureError(failure)
    return now
  }

  function judge(id: string, rubric: Rubric): Comparison {
    refuseClosing()
    const now = store.transaction(() => {
      const row = store.comparisons.withState(['done', 'stopped']).find((each) => each.comparison.id === id)
      if (row === undefined || !store.comparisons.claim(id, row.host, host)) throw stillAtWork()
      store.comparisons.save({ ...row.comparison, rubric, state: 'judging' })
      return row.comparison
    })
    const record = openComparisonRecord(parts, now)
    const stopping = new AbortController()
    record.change({ rubric, state: 'judging' })
    const active = begin({
      record,
      idle: () => [],
      add: () => {},
      untilRuns: async () => {},
      stop: (label) => label === null && stopping.abort('stopped'),
      interrupt: () => stopping.abort('interrupted'),
      done: loadRunner().then(({ judged }) => judged(parts, record, stopping.signal, now.state)),
    })
    return active.record.current()
  }

  return {
    start,
    resume: async (id) => (await resume(id, null)).record.current(),
    resumeLane,
    judge,
    stop: async (id, label) => {
      const active = activeComparisons.get(id)
      if (active === undefined) return abandonComparison(parts, runs, notElsewhere(get(id)), label)
      const idle = active.idle().filter((each) => label === null || each === label)
      const givenUp = abandonLanes(parts, runs, active.record, idle)
      active.stop(label)
      await givenUp
      return active.record.current()
    },
    refuseElsewhere: (id) => {
      if (!activeComparisons.has(id)) notElsewhere(get(id))
    },
    change: (id, patch) => {
      const record = activeComparisons.get(id)?.record ?? openComparisonRecord(parts, notElsewhere(get(id)))
      return record.change(patch(record.current()))
    },
    untilEnded: async (id) => (await activeComparisons.get(id)?.done) ?? get(id),
    close: async () => {
      closing = true
      for (const active of activeComparisons.values()) active.interrupt()
      await Promise.all([...activeComparisons.values()].map(({ done }) => done))
    },
  }
}

/** @throws FailureError if another process executes it, which would overwrite the change */
function notElsewhere(now: Comparison): Comparison {
  if (isAtWork(now)) throw runningElsewhere('comparison')
  return now
}

const isAtWork = ({ state }: Comparison) => state === 'running' || state === 'judging'

const notInterrupted = () =>
  new FailureError({
    kind: 'busy',
    message: 'This comparison was not interrupted, or is already running again.',
    advice: 'Open it again to see its state.',
  })

const oneByOne = () =>
  new FailureError({
    kind: 'busy',
    message: 'The lanes of this comparison run one after another, and another one is running.',
    advice: 'Resume this one after the other has ended.',
  })

const stillAtWork = () =>
  new FailureError({
    kind: 'busy',
    message: 'The lanes are still running.',
    advice: 'Wait until they have ended or stop them, then judge them.',
  })
