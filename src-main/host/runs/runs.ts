import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { ForkRequest } from '../../../src-shared/run/fork.ts'
import { chooseWorkspace } from '../../../src-shared/run/resolve-run.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { endProcessesOf } from '../../processes/marks.ts'
import type { UsedHooks } from '../../tools/hooks/trusted-scripts.ts'
import type { ToolSet } from '../../tools/registry.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { refuseDamaged, refuseDamagedRecord } from '../opening/damaged-runs.ts'
import type { ExecutionSlot } from '../run-ports/execution-slot.ts'
import { removeCopies } from '../run-ports/run-copies.ts'
import { type ProjectTools, projectTools } from '../run-ports/run-ports.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import { type ActiveRun, type Launch, type LaunchParts, launchRun } from './active-run.ts'
import { attachToQueued } from './attach-queued.ts'
import { refuseToResume } from './foreign-runs.ts'
import { rebuildStrategy } from './rebuild-strategy.ts'
import { type ResolveParts, resolveRequest } from './resolve-request.ts'
import { resumeStopped } from './resume-stopped.ts'
import { abandonRun, claimInterrupted, sweepRuns } from './run-claims.ts'
import { type ConfigParts, makeConfig } from './run-config.ts'
import { type ForkParts, type ForkTrial, makeFork } from './run-fork.ts'
import { checkParent, sameRequest } from './run-turns.ts'
import { sendingAfterEnd } from './send-after-end.ts'
import { createSendAtEnd } from './sending/send-at-end.ts'
import { startTurn } from './sending/start-turn.ts'
import { storeSources } from './strategy-sources.ts'

type Parts = Pick<HostContext, 'id' | 'log' | 'store' | 'mcp' | 'skills' | 'hooks' | 'bus' | 'lease' | 'workspaces'> &
  ResolveParts &
  ConfigParts &
  ForkParts &
  LaunchParts

/** The active runs of this host. */
export interface Runs {
  /** @param turn its slot, already taken, if the run may work only while it holds one */
  start(request: RunRequest, turn?: ExecutionSlot): Promise<Run>
  /** Sends a message to the end of a branch, see `createSendAtEnd`. */
  send(request: RunRequest): Promise<Run>
  /** Continues from a step of a run, as a new one. @throws FailureError if that is not available */
  fork(request: ForkRequest, trial?: ForkTrial, turn?: ExecutionSlot): Promise<Run>
  /**
   * Continues from the last finished step: an interrupted run itself, a stopped one as a new run.
   * @throws FailureError if the run finished, or another host was faster
   */
  resume(runId: string, turn?: ExecutionSlot): Promise<Run>
  /**
   * Stops an active run, and sends these messages as soon as it has ended: the first as the next turn, the others to
   * its run.
   */
  sendNow(active: ActiveRun, messages: readonly string[]): void
  /** Gives an interrupted run up. */
  dismiss(runId: string): void
  active(runId: string): ActiveRun | undefined
  untilEnded(runId: string): Promise<Run>
  /** Interrupts all runs, and settles when they are stored. */
  close(): Promise<void>
}

export function createRuns(parts: Parts): Runs {
  const { store, bus, workspaces } = parts
  const activeRuns = new Map<string, ActiveRun>()
  let closing = false

  function begin(run: Run, work: ProjectWork, tools: ProjectTools, launch: Launch, turn?: ExecutionSlot): Run {
    if (closing) throw new FailureError(closed)
    const active = launchRun(parts, work, tools, run, storeSources(parts, run.id, launch), turn)
    activeRuns.set(run.id, active)
    parts.log.write({ level: 'info', event: 'run-start', run: run.id, how: launch.kind })
    void active.done.then((end) => {
      activeRuns.delete(run.id)
      parts.log.write({ level: 'info', event: 'run-end', run: run.id, ...endOf(end) })
      if (!closing) afterEnd.sendQueued(end, active.desk.queued())
    })
    return active.current()
  }

  async function start(request: RunRequest, turn?: ExecutionSlot): Promise<Run> {
    const conversation = found(store.conversations.get(request.conversationId), 'conversation')
    const project = found(store.projects.get(conversation.projectId), 'project')
    checkParent(parts, request)
    const resolved = await resolveRequest(parts, request, project)
    const { workspaceId, mode, approval } = resolved.run
    const work = await workspaces.workIn(project.id, workspaceId)
    const hooks = await parts.hooks.of(project)
    const tools = await projectTools(parts, work, project.id, mode, approval, hooks, conversation.id)
    const runId = newId('run')
    const configured = () => makeConfig(parts, resolved, runId, work, tools)
    // What the model is told about the project is told of the files that it starts from.
    const early = request.files?.kind === 'restore' ? null : await configured()
    const started = await startTurn(parts, resolved.run, runId, request.files)
    try {
      const config = early ?? (await configured())
      publishNew(started.run)
      return begin(started.run, work, tools, { kind: 'start', config }, turn)
    } catch (thrown) {
      await started.takeBack()
      throw thrown
    }
  }

  async function fork(request: ForkRequest, trial?: ForkTrial, turn?: ExecutionSlot): Promise<Run> {
    const from = found(store.runs.get(request.runId), 'run')
    const workspaceId = chooseWorkspace(request.workspaceId, from)
    const work = await workspaces.workIn(from.projectId, workspaceId)
    const approval = request.approval ?? from.approval
    const tools = await projectTools(
      parts,
      work,
      from.projectId,
      from.mode,
      approval,
      await hooksAgain(from),
      from.conversationId,
    )
    const { run, launch } = await makeFork(parts, { ...request, workspaceId }, work, tools, trial)
    publishNew(run)
    return begin(run, work, tools, launch, turn)
  }

  /** A stopped run's log has an end: a new run continues it. */
  async function goOn(from: Run, turn?: ExecutionSlot): Promise<Run> {
    const work = await workspaces.workIn(from.projectId, from.workspaceId ?? null)
    const tools = await projectTools(
      parts,
      work,
      from.projectId,
      from.mode,
      from.approval,
      await hooksAgain(from),
      from.conversationId,
    )
    const { run, launch } = await resumeStopped(parts, from)
    publishNew(run)
    return begin(run, work, tools, launch, turn)
  }

  /** The hooks that a run was started with, as far as they are still used; those of now if it has no log. */
  async function hooksAgain(run: Run): Promise<UsedHooks> {
    const now = await parts.hooks.of(found(store.projects.get(run.projectId), 'project'))
    const [first] = store.events.read(run.id, -1, 1)
    if (first?.type !== 'run-start') return now
    const then = new Set(first.hooks?.map((each) => JSON.stringify(each)))
    return { ...now, hooks: now.hooks.filter((each) => then.has(JSON.stringify(each))) }
  }

  function publishNew(run: Run): void {
    const { conversationId, turnId } = run
    bus.publish({ kind: 'conversation', conversation: found(store.conversations.get(conversationId), 'conversation') })
    bus.publish({ kind: 'turn-added', conversationId, turnId })
    bus.publish({ kind: 'run', run })
  }

  async function resume(runId: string, turn?: ExecutionSlot): Promise<Run> {
    await ownersKnown(runId)
    const before = found(store.runs.get(runId), 'run')
    refuseToResume(before)
    refuseDamagedRecord(before, 'cannot be resumed')
    if (before.status === 'aborted') return goOn(before, turn)
    const work = await workspaces.workIn(before.projectId, before.workspaceId ?? null)
    const { projectId, conversationId, mode, approval } = before
    const hooks = await hooksAgain(before)
    const tools = await projectTools(parts, work, projectId, mode, approval, hooks, conversationId)
    const launch = await relaunch(parts, before, work, tools)
    const run = claimInterrupted(parts, runId, (each) => ({ ...each, status: 'running', failure: null }))
    // Remaining processes of a killed app would write at the same time.
    await endProcessesOf([runId])
    bus.publish({ kind: 'run', run })
    return begin(run, work, tools, launch, turn)
  }

  /** Before resuming, waits until it is certain whether another process still executes the run. */
  async function ownersKnown(runId: string): Promise<void> {
    const status = store.runs.get(runId)?.status
    if (activeRuns.has(runId) || (status !== 'running' && status !== 'waiting')) return
    await parts.lease.settled()
    sweepRuns(parts)
  }

  const send = createSendAtEnd({
    store,
    start,
    active: (runId) => activeRuns.get(runId),
    attach: (run, message, images) => attachToQueued(parts, run, message, images),
  })
  const afterEnd = sendingAfterEnd({ store, bus, send })

  return {
    start,
    send,
    fork,
    resume,
    sendNow: (active, messages) => {
      active.desk.requeue(messages)
      afterEnd.sendAll(active.current().id)
      active.stop()
    },
    dismiss: (runId) => {
      found(store.runs.get(runId), 'run')
      abandonRun(
        parts,
        claimInterrupted(parts, runId, (run) => run),
      )
      void removeCopies(parts, runId)
      afterEnd.sendQueued(found(store.runs.get(runId), 'run'), store.queuedMessages.of(runId))
    },
    active: (runId) => activeRuns.get(runId),
    untilEnded: async (runId) => (await activeRuns.get(runId)?.done) ?? found(store.runs.get(runId), 'run'),
    close: async () => {
      closing = true
      for (const active of activeRuns.values()) active.interrupt()
      await Promise.all([...activeRuns.values()].map((active) => active.done))
    },
  }
}

const endOf = ({ status, failure }: Run) => ({ status, kind: failure?.kind ?? null })

/** Continues an interrupted run from its log, or, if it was interrupted before its first event, from the start. */
async function relaunch(parts: Parts, run: Run, work: ProjectWork, tools: ToolSet): Promise<Launch> {
  const events = parts.store.events.read(run.id, -1)
  refuseDamaged(events, 'cannot be resumed')
  const first = events.find((event) => event.type === 'run-start')
  if (first?.type !== 'run-start') {
    const turn = found(parts.store.turns.get(run.turnId), 'message')
    const project = found(parts.store.projects.get(run.projectId), 'project')
    const resolved = await resolveRequest(parts, sameRequest(run, turn.parentId, turn.message), project)
    return { kind: 'start', config: await makeConfig(parts, resolved, run.id, work, tools) }
  }
  return { kind: 'resume', code: await rebuildStrategy(parts, run, first) }
}

const closed = {
  kind: 'interrupted',
  message: 'Stratagem is closing.',
  advice: 'Start it again, then send the message.',
} as const
