import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../src-shared/conversation.ts'
import type { Copy, CopyPort } from '../agent/ports.ts'
import { createTurns } from '../tools/turns.ts'
import type { KeyHider } from './hide-keys.ts'
import type { HostParts } from './host-parts.ts'
import type { ProjectWork } from './project-work.ts'
import { projectTools, toolPort, workspacePort } from './run-ports.ts'

/**
 * The copies of one run: folders under the data folder, one a copy, with its files and the index of its snapshots.
 *
 * 1. A copy appears under its name when it is whole, and disappears from there at once: half a copy is none.
 * 2. They stay while the run can be resumed, and no longer: also after a crash, at the next start (`sweepCopies`).
 */
export interface RunCopies {
  /** For work in the project itself, or in a copy of it. */
  portFor(work: ProjectWork): CopyPort
  /** Waits for what is being made, then removes them all. Never rejects. */
  removeAll(): Promise<void>
}

export function createRunCopies(parts: HostParts, run: Run, hider: KeyHider): RunCopies {
  const root = copiesOf(parts, run.id)
  const making: Promise<unknown>[] = []
  const portFor = (parent: ProjectWork): CopyPort => ({
    open: (name, { from, dependencies }) => {
      const made = makeCopy(parent, join(root, name), from, dependencies).then(() => inCopy(parent, name))
      making.push(made.catch(() => undefined))
      return made
    },
    reopen: async (name) => {
      const found = await stat(join(root, name, files)).catch(() => null)
      return found?.isDirectory() ? inCopy(parent, name) : null
    },
  })

  async function inCopy(parent: ProjectWork, name: string): Promise<Copy> {
    const base = join(root, name)
    const folder = join(base, files)
    const snapshots = parent.snapshots.ofCopy(folder, join(base, 'index'))
    const work: ProjectWork = { folder, snapshots, turns: createTurns() }
    const tools = await projectTools(parts, work, run.projectId, run.mode, run.approval)
    const ready = () => Promise.resolve()
    return {
      tools: toolPort(tools, ready, hider),
      workspace: workspacePort(work, ready, portFor(work), hider),
      remove: () => removeFolder(base),
    }
  }

  return {
    portFor,
    removeAll: async () => {
      await Promise.all(making)
      await removeFolder(root)
    },
  }
}

/**
 * Where git stops looking upward: a copy is no repository, and must not be taken for a part of one that the data
 * folder happens to lie in, such as the user's home. Source: gitrepository-layout(5), "gitfile".
 */
const noRepository = 'gitdir: none-in-a-copy\n'

/** Within a copy's folder, beside what the app keeps of it. */
const files = 'files'
const allCopies = ({ options }: HostParts) => join(options.dataFolder, 'copies')
const copiesOf = (parts: HostParts, runId: string) => join(allCopies(parts), runId)

async function makeCopy(parent: ProjectWork, base: string, from: string, dependencies: 'clone' | 'none') {
  const half = `${base}.half`
  await rm(half, { recursive: true, force: true })
  await removeFolder(base)
  await mkdir(half, { recursive: true })
  await writeFile(join(half, '.git'), noRepository)
  await parent.snapshots.checkoutCopy(from, join(half, files), { dependencies })
  await rename(half, base)
}

/** What can't be removed now, such as a file that a virus scanner holds, is tried again at the next start. */
async function removeFolder(folder: string): Promise<void> {
  const gone = `${folder}.gone`
  const whole = await rename(folder, gone).then(
    () => gone,
    () => folder,
  )
  await rm(whole, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** Removes the copies of a run that is given up. */
export const removeCopies = (parts: HostParts, runId: string): Promise<void> => removeFolder(copiesOf(parts, runId))

/** Removes copies that no run can come back to, such as a crash leaves. Rejects never; throws where the store can't be read. */
export function sweepCopies(parts: HostParts): Promise<unknown> {
  const all = allCopies(parts)
  const names = existsSync(all) ? readdirSync(all) : []
  const resumable = new Set(parts.store.runs.withStatus(['running', 'waiting', 'interrupted']).map(({ run }) => run.id))
  return Promise.all(names.filter((name) => !resumable.has(name)).map((name) => removeFolder(join(all, name))))
}
