import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeenFile } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { Copy, CopyPort } from '../../agent/ports.ts'
import { seenFiles } from '../../agent/seen-files.ts'
import type { HostContext } from '../host-context.ts'
import type { KeyHider } from '../settings/redact-keys.ts'
import { allCopies, indexIn, makeCopy, removeFolder, temporaryIn } from '../workspaces/copy-folder.ts'
import { type ProjectWork, temporaryWorkspace } from '../workspaces/workspace-services.ts'
import type { RunAgents } from './agents/run-agents.ts'
import { type ProjectTools, projectTools, toolPort, workspacePort } from './run-ports.ts'

/**
 * The copies of one run: one folder per copy in the data folder, with its files and its snapshot index.
 *
 * 1. Each is complete or absent (`copy-folder.ts`).
 * 2. They are kept while the run can be resumed; after a crash they are removed at the next start (`sweepCopies`).
 */
export interface RunCopies {
  /** For work in the project itself, or in a copy of it. */
  portFor(work: ProjectWork): CopyPort
  /** Waits for copies in progress, then removes all. Never rejects. */
  removeAll(): Promise<void>
}

/**
 * @param keep called with the states that were requested in copies
 * @param events the run's log so far, so that the tools of a reopened copy know what was read in it
 * @param hooks of the run, which run in the copy; `notes` says what happens to servers in it
 * @param agents of the run, which work in the copy
 */
export function createRunCopies(
  parts: Pick<HostContext, 'options' | 'store' | 'mcp' | 'settings' | 'skills' | 'confinements'>,
  run: Run,
  hider: KeyHider,
  keep: (snapshot: string) => void,
  events: () => readonly StoredEvent[],
  { used: hooks, notes }: Pick<ProjectTools, 'used' | 'notes'>,
  agents: RunAgents,
): RunCopies {
  const root = copiesOf(parts, run.id)
  const making: Promise<unknown>[] = []
  const portFor = (parent: ProjectWork): CopyPort => ({
    open: async (name, { from, dependencies }) => {
      parent.commands.refuseCopies()
      const made = makeCopy(parent, { base: join(root, name), files }, from, { dependencies }).then(() =>
        inCopy(parent, name),
      )
      making.push(made.catch(() => undefined))
      return made
    },
    reopen: async (name) => {
      const found = await stat(join(root, name, files)).catch(() => null)
      return found?.isDirectory() ? inCopy(parent, name, seenFiles(events(), name)) : null
    },
  })

  async function inCopy(parent: ProjectWork, name: string, seen: readonly SeenFile[] = []): Promise<Copy> {
    const base = join(root, name)
    const folder = join(base, files)
    const snapshots = parent.snapshots.ofCopy(folder, indexIn(base))
    const commands = parts.confinements.inCopy(folder, parent.commands.project, temporaryIn(base))
    const work = temporaryWorkspace(folder, snapshots, commands)
    const { projectId, mode, approval, conversationId } = run
    const tools = await projectTools(parts, work, projectId, mode, approval, hooks, conversationId, notes)
    tools.remember(seen)
    const ready = () => Promise.resolve()
    return {
      tools: toolPort(tools, run.id, ready, hider),
      agents: agents.portFor(work, ready, name),
      workspace: workspacePort(work, run.id, ready, portFor(work), hider, keep),
      remove: async () => {
        await agents.leave(folder)
        await parts.mcp.leave(folder)
        await removeFolder(base)
      },
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

/** Inside a copy's folder, next to the app's own files for it. */
const files = 'files'
const copiesOf = (parts: Pick<HostContext, 'options'>, runId: string) => join(allCopies(parts), runId)

/** Removes the copies of a run that is given up. */
export const removeCopies = (parts: Pick<HostContext, 'options'>, runId: string): Promise<void> =>
  removeFolder(copiesOf(parts, runId))
