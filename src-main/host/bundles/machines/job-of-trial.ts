import type { BoundLane } from '../../../../src-shared/comparison/comparison.ts'
import type { Batch, BatchTask, Trial } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { BoundRole } from '../../../../src-shared/run/leaf-starts.ts'
import { variationOf } from '../../../../src-shared/settings/profile-variant.ts'
import type { Blobs } from '../../../lab/blobs.ts'
import { type JobModel, maxHidden, type TrialJob, trialJob } from '../../../lab/trial-job.ts'
import type { PublicSnapshot } from '../../../workspace/snapshots/held-files.ts'
import { found } from '../../base/not-found.ts'
import { snapshotsOf } from '../../comparisons/task-sets/task-snapshots.ts'
import type { HostContext } from '../../host-context.ts'
import { strategyNames } from '../../runs/strategy-sources.ts'
import { sendFiles } from './send-files.ts'

type Parts = Pick<HostContext, 'options' | 'store' | 'profiles' | 'strategies' | 'workspaces'>

export type MakeJob = (trial: Trial, round: number) => TrialJob

export interface PreparedJobs {
  readonly makeJob: MakeJob
  /** Ignored files that the tasks have here and are not sent: they may hold secrets. */
  readonly unsent: readonly string[]
}

/**
 * Sends all that the trials of a batch need, once, and makes their jobs.
 * @param place names the server that it is sent to
 */
export async function prepareJobs(parts: Parts, batch: Batch, blobs: Blobs, place: string): Promise<PreparedJobs> {
  const { store, options, workspaces } = parts
  const project = found(store.projects.get(batch.projectId), 'project')
  const strategies = await sendStrategies(parts, batch, blobs)
  const { snapshots } = await workspaces.workIn(project.id, null)
  const sendable = new Map<string, PublicSnapshot>()
  for (const from of new Set(batch.tasks.map((task) => task.from)))
    sendable.set(from, await snapshots.withoutIgnored(from, batch.sends ?? []))
  const sent = <T extends BatchTask>(task: T) => ({ ...task, from: sendable.get(task.from ?? '')?.id ?? task.from })
  const wanted = batch.tasks.flatMap((task) => snapshotsOf(sent(task)))
  const files = await sendFiles(options.dataFolder, blobs, snapshots, `${place} ${project.id}`, wanted)
  for (const ref of new Set(batch.tasks.flatMap(imagesOf))) {
    const text = store.bodies.get(ref)
    if (text !== undefined) await blobs.put(Buffer.from(text))
  }
  const sealed = [...new Set(batch.tasks.flatMap(({ source }) => source?.sealed ?? []))].slice(0, maxHidden)
  const makeJob: MakeJob = ({ number, taskId, lane: label }, round) => {
    const { solution: _, needs: __, turnId: ___, source, ...task } = sent(taskOf(batch, taskId))
    const planned = found(
      batch.lanes.find((each) => each.label === label),
      'lane',
    )
    const lane = { ...planned, ...planned.picks?.[taskId] }
    const { mode, approval, dependencies, setUpCommand } = batch
    // In the order of the schema, as the machine reads it.
    return trialJob.parse({
      version: 1,
      app: options.version,
      experiment: batch.id,
      trial: number,
      round,
      project: { id: project.id, name: project.name },
      task,
      lane: jobLane(lane),
      setUp: { mode, approval, dependencies, setUpCommand },
      strategies: strategyNames(lane.choice).flatMap((name) => strategies.get(name) ?? []),
      files: [...files],
      bodies: imagesOf(task),
      limits: limitsOf(parts, lane),
      hides: [...new Set([options.dataFolder, ...(source?.sealed ?? []), ...sealed])].slice(0, maxHidden),
    } satisfies TrialJob)
  }
  const unsent = new Set([...sendable.values()].flatMap(({ leftOut }) => leftOut))
  return { makeJob, unsent: [...unsent].sort() }
}

const taskOf = ({ tasks }: Batch, taskId: string) =>
  found(
    tasks.find(({ id }) => id === taskId),
    'task',
  )

const imagesOf = ({ images = [] }: Pick<BatchTask, 'images'>) => images.map(({ ref }) => ref)

const jobLane = ({ label, name, choice, budget, bound }: BoundLane): TrialJob['lane'] => ({
  label,
  name,
  choice,
  budget,
  models: Object.fromEntries(Object.entries(bound).map(([role, one]) => [role, jobModel(one)])),
})

/** As they are now: they may be changed while trials wait. */
const limitsOf = ({ profiles }: Pick<Parts, 'profiles'>, { bound }: BoundLane): TrialJob['limits'] =>
  Object.fromEntries(
    Object.values(bound).map(({ profileId, profileName }) => {
      const { requestsPerMinute, tokensPerMinute } = profiles.get(profileId) ?? {}
      return [profileName, { requestsPerMinute, tokensPerMinute }]
    }),
  )

/** By its name: ids of profiles differ from machine to machine. */
const jobModel = ({ profileId, profileName, model }: BoundRole): JobModel => ({
  profile: profileName,
  model,
  ...variationOf(profileId),
})

/** The sources of the user's own strategies are sent; the app's are on every machine. */
async function sendStrategies(
  { strategies: catalog }: Parts,
  batch: Batch,
  blobs: Blobs,
): Promise<ReadonlyMap<string, TrialJob['strategies'][number]>> {
  const infos = (await catalog.of(batch.projectId)).infos()
  const choices = batch.lanes.flatMap(({ choice, picks = {} }) => [
    choice,
    ...Object.values(picks).map((pick) => pick.choice),
  ])
  const sent = new Map<string, TrialJob['strategies'][number]>()
  for (const name of new Set(choices.flatMap(strategyNames))) {
    const info = infos.find((each) => each.name === name)
    if (info === undefined) continue
    const text = info.source === undefined ? undefined : catalog.textOf(name, info.version)
    const source = text === undefined ? null : await blobs.put(Buffer.from(text))
    sent.set(name, { name, version: info.version, source })
  }
  return sent
}
