import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { ChangeCount, Run } from '../../../src-shared/run/conversation.ts'
import type { AgentPorts } from '../../agent/ports.ts'
import { type RunCode, type RunConfig, resumeRun, startRun } from '../../agent/run.ts'
import { seenFiles } from '../../agent/seen-files.ts'
import { changeCount } from '../branches/run-changes.ts'
import type { HostContext } from '../host-context.ts'
import { createRunAgents } from '../run-ports/agents/run-agents.ts'
import { type ExecutionSlot, withSlot } from '../run-ports/execution-slot.ts'
import { createPendingQuestions, type PendingQuestions } from '../run-ports/pending-questions.ts'
import { createRetryWaits } from '../run-ports/retry-waits.ts'
import { createRunCopies, type RunCopies } from '../run-ports/run-copies.ts'
import { createRunDebug } from '../run-ports/run-debug.ts'
import { type RunFiles, recordFiles, warn } from '../run-ports/run-files.ts'
import { openRunLog, quitting, type RunLog } from '../run-ports/run-log.ts'
import { hookPort, modelPort, type ProjectTools, toolPort, workspacePort } from '../run-ports/run-ports.ts'
import { hideKeys, knownKeys } from '../settings/redact-keys.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import { keepRecord, type RunRecord } from './run-record.ts'

export type LaunchParts = Pick<
  HostContext,
  | 'options'
  | 'clock'
  | 'store'
  | 'mcp'
  | 'mcpFiles'
  | 'settings'
  | 'skills'
  | 'bus'
  | 'breakpoints'
  | 'feed'
  | 'outlines'
  | 'profiles'
  | 'keys'
  | 'demo'
  | 'model'
  | 'confinements'
>

/** The name of the lane whose copy the run works in; null if it works in none. */
function laneName({ workspaces }: Pick<LaunchParts['store'], 'workspaces'>, { workspaceId }: Run): string | null {
  const copy = workspaceId === undefined ? undefined : workspaces.get(workspaceId)
  return copy?.purpose === 'lane' ? copy.name : null
}

/** An active run of this host. */
export interface ActiveRun {
  readonly desk: PendingQuestions
  readonly log: RunLog
  current(): Run
  /** The user's Stop: the run ends as aborted; its work is kept. */
  stop(): void
  /** Pauses before the next step. */
  pause(): void
  /** Sends model requests that wait for their next attempt now. Returns false if none waits. */
  tryNow(): boolean
  /** The host quits: the run is left without an end, to be resumed. */
  interrupt(): void
  /** The run as this host left it. Never rejects. */
  readonly done: Promise<Run>
}

/**
 * How a stored run is driven: from its config, or, if its log has begun, from the log with the strategy's code alone.
 */
export type Launch =
  | { readonly kind: 'start'; readonly config: RunConfig }
  | { readonly kind: 'resume'; readonly code: RunCode }

/**
 * Starts a run. Its row must be in the store, and this host must own it.
 * @param turn its slot, if it may work only while it holds one
 */
export function launchRun(
  parts: LaunchParts,
  work: ProjectWork,
  tools: ProjectTools,
  run: Run,
  launch: Launch,
  turn?: ExecutionSlot,
): ActiveRun {
  const { store, clock, feed, bus } = parts
  const stopping = new AbortController()
  let left: Failure | null = null
  const interrupt = (why: Failure) => {
    left = why
    log.seal()
    stopping.abort()
  }
  const record = keepRecord(parts, run)
  const log = openRunLog({
    store,
    runId: run.id,
    clock,
    publish: (items) => {
      feed.publish(run.id, items)
      record.publish()
    },
    committing: record.committing,
  })
  const desk = createPendingQuestions(
    {
      waitsChanged: () => showWaiting(record, desk),
      queueChanged: (waiting) => {
        store.queuedMessages.set(run.id, waiting)
        bus.publish({ kind: 'queue', runId: run.id, waiting })
      },
      stop: () => stopping.abort(),
      leave: () => interrupt(leftPaused),
      lane: () => laneName(store, run),
    },
    parts.options.answerer ?? null,
    store.queuedMessages.of(run.id),
  )
  if (launch.kind === 'resume') tools.remember(seenFiles(log.events(), null))
  const files = recordFiles(parts, work, run, log)
  const hider = hideKeys(knownKeys(parts, process.env))
  const agents = createRunAgents(parts, run, hider, files.keep)
  const copies = createRunCopies(parts, run, hider, files.keep, log.events, tools, agents)
  const retries = createRetryWaits()
  const { notes } = tools
  const say = (text: string) => {
    warn(log, text)
    bus.publish({ kind: 'notice', level: 'warning', text })
  }
  const debug = createRunDebug(parts, run, desk, launch.kind === 'start' ? launch.config : launch.code)
  const ports: AgentPorts = {
    log: {
      ...log,
      append: (body) => {
        const event = log.append(body)
        files.onEvent(event)
        if (body.type === 'run-start' || body.type === 'run-resume') notes.begun(say)
        return event
      },
    },
    clock,
    user: desk,
    debug: debug.port,
    model: modelPort(parts, retries.wait),
    hooks: hookPort(tools, work, run.id, files.before, hider),
    tools: toolPort(tools, run.id, files.before, hider),
    agents: agents.portFor(work, files.before),
    workspace: workspacePort(work, run.id, files.before, copies.portFor(work), hider, files.keep),
  }
  return {
    desk,
    log,
    current: record.current,
    stop: () => stopping.abort(),
    pause: debug.pause,
    tryNow: retries.tryNow,
    interrupt: () => interrupt(quitting),
    done: conduct(turn === undefined ? ports : withSlot(ports, turn), launch, stopping.signal)
      .then(async (end) => {
        notes.over()
        await agents.close(stopping.signal.aborted ? 'now' : 'gently')
        return end
      })
      .then((end) => conclude(left === null ? end : { ended: false, failure: left }, record, log, files, work))
      .then((run) => putAway(run, copies))
      .finally(() => {
        log.close()
        record.close()
      }),
  }
}

const leftPaused: Failure = {
  kind: 'interrupted',
  message: 'The run is paused, and nobody decided how it continues.',
  advice: 'To decide, resume it in a terminal or in the window.',
}

/** A run waits only while it is active: changes of its questions as it ends don't matter. */
function showWaiting(record: RunRecord, desk: PendingQuestions): void {
  const { status } = record.current()
  const next = desk.waits() ? 'waiting' : 'running'
  if (status === next || (status !== 'running' && status !== 'waiting')) return
  try {
    record.change({ status: next })
  } catch {
    // A summary for lists that can't be saved is no reason to end a run.
    return
  }
}

/** An exception here is a bug: the run is left as after a crash. */
async function conduct(ports: AgentPorts, launch: Launch, signal: AbortSignal): Promise<Ended> {
  try {
    const end =
      launch.kind === 'start'
        ? await startRun(ports, launch.config, signal)
        : await resumeRun(ports, launch.code, signal)
    return end.status === 'interrupted' ? { ended: false, failure: end.failure } : { ended: true }
  } catch (thrown) {
    return { ended: false, failure: failureFrom(thrown) }
  }
}

type Ended = { readonly ended: true } | { readonly ended: false; readonly failure: Failure | null }

/** Writes the state of the files after the run to the log, then its end; then counts its changes. */
async function conclude(end: Ended, record: RunRecord, log: RunLog, files: RunFiles, work: ProjectWork): Promise<Run> {
  try {
    if (!end.ended) {
      files.leave()
      record.change({ status: 'interrupted', failure: end.failure })
      return record.current()
    }
    await files.after()
    log.releaseEnd()
    const { before, after } = record.current()
    if (before !== null && after !== null) record.change({ changes: await countChanges(work, before, after) })
  } catch (thrown) {
    if (record.current().endedAt === null) leaveInterrupted(record, failureFrom(thrown))
  }
  return record.current()
}

/** An interrupted run still needs its copies. */
async function putAway(run: Run, copies: RunCopies): Promise<Run> {
  if (run.status !== 'interrupted') await copies.removeAll()
  return run
}

async function countChanges(work: ProjectWork, before: string, after: string): Promise<ChangeCount> {
  // Snapshots are named by their content.
  if (before === after) return { files: 0, added: 0, removed: 0 }
  return changeCount(await work.snapshots.changes(before, after))
}

/** If not even this can be written, windows are still informed; the next host finds the run without an end. */
function leaveInterrupted(record: RunRecord, failure: Failure): void {
  try {
    record.change({ status: 'interrupted', failure })
  } catch {
    record.publishUnsaved()
  }
}
