import { hash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { Blobs } from '../../../lab/blobs.ts'
import type { TrialJob } from '../../../lab/trial-job.ts'
import { snapshotsOf } from '../../comparisons/task-sets/task-snapshots.ts'
import type { HostContext } from '../../host-context.ts'
import { openProject } from '../../projects/projects.ts'
import { fetchFiles } from './fetch-files.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'strategies' | 'trust' | 'workspaces' | 'sealed'>

/**
 * A project for the jobs of somebody’s project, with the files and the strategies that they name.
 *
 * 1. It is theirs alone: a folder by who signed the jobs, which project they are of, and what strategies they use.
 * 2. The folder itself stays empty but for the strategies: trials work in copies of snapshots.
 * 3. What is hidden at home is hidden here too: this may be the same computer, or see the same disks.
 * 4. Only the strategies that the signed job names by their hash are trusted.
 *
 * @returns the id of the project here
 * @throws FailureError if something does not arrive, or a strategy is another one here
 */
export async function placeProject(parts: Parts, signer: string, job: TrialJob, files: Blobs): Promise<string> {
  const { dataFolder } = parts.options
  const sources = job.strategies.flatMap(({ name, source }) => (source === null ? [] : [{ name, source }]))
  const named = JSON.stringify([signer, job.project.id, sources.map(({ name, source }) => [name, source]).sort()])
  const base = join(dataFolder, 'machines', 'projects', hash('sha256', named).slice(0, 24))
  const folder = join(base, 'project', plainName(job.project.name))
  if (!existsSync(folder)) await makeFolder(base, folder, sources, files)
  const { id, folder: opened } = await openProject(parts.store, folder, dataFolder, parts.clock.now())
  parts.sealed.add(opened, job.hides ?? [])
  await trustStrategies(parts, id, folder)
  await refuseOtherStrategies(parts, id, job)
  const { snapshots } = await parts.workspaces.workIn(id, null)
  await fetchFiles(base, files, snapshots, snapshotsOf(job.task), job.files)
  return id
}

let made = 0

/** Complete or absent, also if several processes make it. */
async function makeFolder(
  base: string,
  folder: string,
  sources: readonly { readonly name: string; readonly source: string }[],
  files: Blobs,
): Promise<void> {
  const texts = await Promise.all(sources.map(async ({ name, source }) => ({ name, text: await files.get(source) })))
  mkdirSync(join(base, 'project'), { recursive: true, mode: 0o700 })
  const half = join(base, `making-${process.pid}-${++made}`)
  const strategies = join(half, '.stratagem', 'strategies')
  mkdirSync(strategies, { recursive: true })
  for (const { name, text } of texts) writeFileSync(join(strategies, `${plainName(name)}.ts`), text)
  try {
    renameSync(half, folder)
  } catch (thrown) {
    if (!existsSync(folder)) throw thrown
  }
}

async function trustStrategies(
  { strategies, trust }: Pick<Parts, 'strategies' | 'trust'>,
  id: string,
  folder: string,
): Promise<void> {
  const found = (await strategies.trustOf({ id, folder })).find(({ part }) => part === 'strategies')
  if (found?.state === 'undecided') trust.decide(id, 'strategies', found.hash, 'trust')
}

/** The same name may be another program: then the trial would compare something else. */
async function refuseOtherStrategies(
  { strategies }: Pick<Parts, 'strategies'>,
  id: string,
  job: TrialJob,
): Promise<void> {
  const infos = (await strategies.of(id)).infos()
  for (const { name, version } of job.strategies) {
    const here = infos.find((each) => each.name === name)
    if (here?.version === version && here.problem === undefined) continue
    throw new FailureError({
      kind: 'strategy-changed',
      message: `The strategy ${name} is another version on this machine.`,
      advice: `Run the same version of Stratagem on all machines: these trials were made with ${job.app}.`,
    })
  }
}

/** A single folder or file name that is valid everywhere. */
const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^\.+/, '') || 'project'
