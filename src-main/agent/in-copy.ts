import { failureFrom } from '../../src-shared/base/failure.ts'
import { type InCopy, StepFailed } from '../strategy/steps.ts'
import { untilHalted } from './halt.ts'
import type { Copy } from './ports.ts'
import type { RunContext } from './run-context.ts'

/**
 * The workspace of an `in-copy` phase.
 *
 * 1. The phase's start is committed before its copy is made, so that there is no copy without a start.
 * 2. After a crash the copy is used as it was left: what the log has is answered from the log, and what had
 *    started is treated as interrupted, just as in the project's own folder.
 * 3. If the copy is gone, the log's answers no longer fit any files. The phase then starts from the
 *    same snapshot in a new copy, as the next attempt, whose steps have paths of their own: what the lost
 *    attempt did stays in the log, and never answers steps of the new one.
 * 4. An ended phase needs no copy: all its steps are answered from the log. So its copy is removed only
 *    once its end is committed.
 * 5. If the run is halted the copy is kept: a resumed run uses it, an ended one has its copies removed.
 */
export interface PhaseWorkspace {
  /** How many copies of this phase were lost before this one. */
  readonly attempt: number
  /** The context with the tools and files of the copy. Call it once the phase has started. */
  open(): Promise<RunContext>
  /** Call it after the phase's end. */
  close(): Promise<void>
}

/** The prefix of the paths of an attempt's steps. */
export const copyPath = (path: string, attempt: number): string => (attempt === 0 ? path : `${path}.anew${attempt}`)

/** Determines which attempt this is, without making a copy yet. */
export async function workspaceFor(step: InCopy, path: string, context: RunContext): Promise<PhaseWorkspace> {
  context.halts.check()
  const { copies } = context.ports.workspace
  const past = context.journal.get(path)
  if (past === undefined) return phaseWorkspace(0, () => copies.open(copyName(path, 0), step), context)
  const copy = await waited(copies.reopen(copyName(path, past.attempt)), context)
  if (copy !== null) return phaseWorkspace(past.attempt, async () => copy, context)
  const attempt = past.attempt + 1
  return phaseWorkspace(attempt, () => copies.open(copyName(path, attempt), step), context)
}

/** A copy's path as a file's name. */
export const copyName = (path: string, attempt: number): string => copyPath(path, attempt).replaceAll('/', '-')

function phaseWorkspace(attempt: number, make: () => Promise<Copy>, context: RunContext): PhaseWorkspace {
  let copy: Copy | null = null
  return {
    attempt,
    open: async () => {
      context.log.commit()
      copy = await waited(make(), context)
      const { tools, workspace, agents } = copy
      return { ...context, ports: { ...context.ports, tools, workspace, ...(agents && { agents }) } }
    },
    close: async () => {
      if (copy === null || context.halts.halt !== null) return
      context.log.commit()
      await copy.remove()
    },
  }
}

/** An error in making a copy is the phase's failure, which the strategy may catch. */
async function waited<T>(work: Promise<T>, context: RunContext): Promise<T> {
  const settled = work.then(
    (value) => ({ ok: true, value }) as const,
    (thrown: unknown) => ({ ok: false, failure: failureFrom(thrown) }) as const,
  )
  const end = await untilHalted(settled, context.halts)
  context.halts.check()
  if (end.ok) return end.value
  throw new StepFailed(end.failure)
}
