import { FailureError } from '../../../src-shared/base/failure.ts'
import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { EventOf, RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import type { ForkRequest } from '../../../src-shared/run/fork.ts'
import type { ForkedFrom } from '../../../src-shared/run/forked-from.ts'
import { bindRoles } from '../../../src-shared/run/resolve-run.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { forkedEvents } from '../../agent/fork/fork-log.ts'
import { messagesAt } from '../../agent/fork/fork-messages.ts'
import { seenAt } from '../../agent/seen-files.ts'
import { startedTask } from '../../agent/started-task.ts'
import type { ToolSet } from '../../tools/registry.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import { filesOfFork } from '../branches/fork-description.ts'
import type { HostContext } from '../host-context.ts'
import { refuseDamaged, refuseDamagedRecord } from '../opening/damaged-runs.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import type { Launch } from './active-run.ts'
import { refuseCommands } from './foreign-runs.ts'
import { rebuildStrategy } from './rebuild-strategy.ts'
import { resolveRequest } from './resolve-request.ts'
import { makeConfig } from './run-config.ts'
import { sameRequest, sameSetUp, writeTurn } from './run-turns.ts'

export type ForkParts = Pick<
  HostContext,
  | 'id'
  | 'options'
  | 'clock'
  | 'store'
  | 'histories'
  | 'agents'
  | 'mcp'
  | 'model'
  | 'keys'
  | 'bus'
  | 'settings'
  | 'profiles'
  | 'strategies'
  | 'presets'
  | 'defaults'
>

/** A run that continues from a step of another one: stored, and ready to start. */
export interface Fork {
  readonly run: Run
  readonly launch: Launch
}

/**
 * Creates a run that continues from a step of another one, as a sibling of its turn.
 *
 * 1. The other run and its log are not changed.
 * 2. Turn, run and copied events are written in one transaction: a crash leaves all of it, to be resumed, or
 *    nothing.
 * 3. If the strategy is the same, its input is exactly the same, context windows included: otherwise it would ask
 *    for other steps than those that were copied.
 *
 * @throws FailureError if there is no such step, or the strategy has changed since
 */
export async function makeFork(
  parts: ForkParts,
  forkRequest: ForkRequest,
  work: ProjectWork,
  tools: ToolSet,
): Promise<Fork> {
  const { store } = parts
  const from = found(store.runs.get(forkRequest.runId), 'run')
  refuseDamagedRecord(from, 'cannot be branched from')
  const events = store.events.read(from.id, -1)
  // What comes after the step is not copied.
  const step = events.findLast((event) => 'path' in event && event.path === forkRequest.path)
  refuseDamaged(events, 'cannot be branched from there', step?.seq)
  const start = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) throw new FailureError(nothingWritten)
  const origin: Origin = { from, start, events, parentId: found(store.turns.get(from.turnId), 'message').parentId }
  return forkRequest.strategy === null && forkRequest.message === null
    ? await sameStrategy(parts, forkRequest, origin, work)
    : await fromMessages(parts, forkRequest, origin, work, tools)
}

interface Origin {
  readonly from: Run
  readonly start: EventOf<'run-start'>
  readonly events: readonly StoredEvent[]
  readonly parentId: string | null
}

async function sameStrategy(
  parts: ForkParts,
  forkRequest: ForkRequest,
  origin: Origin,
  work: ProjectWork,
): Promise<Fork> {
  const { clock } = parts
  const { from, start, events } = origin
  refuseCommands(from, start.strategy)
  const built = await rebuildStrategy(parts, from, start)
  if (built.version !== start.strategyVersion)
    throw new FailureError(strategyChanged(start.strategyVersion, built.version))
  const runId = newId('run')
  const copied = forkedEvents({ events, readBody: (ref) => bodyIn(parts, ref) }, forkRequest.path, forkRequest.answer)
  const { at, ms } = copied.at(-1) ?? start
  const text = `${words(forkRequest)} ${await filesOfFork(parts, forkRequest, from, work)}`
  const notice: RunEvent = { type: 'notice', path: '', level: 'info', text, seq: copied.length + 1, at, ms }
  const forkedFrom = { ...originOf(forkRequest), copied: notice.seq, ms, ...workBefore(start) }
  const { routed: _, ...rest } = start
  const approval = forkRequest.approval ?? from.approval
  const own = { runId, approval, roles: boundRoles(parts, forkRequest, start), forkedFrom }
  const first: EventOf<'run-start'> = { ...rest, ...own, seq: 0, at: clock.now(), ms: 0 }
  const { roles } = own
  const workspaceId = forkRequest.workspaceId ?? null
  const set = { ...sameSetUp(from, origin.parentId, writtenOf(start.task.goal)), roles, approval, workspaceId }
  const run = writeFork(parts, set, [first, ...copied, notice])
  return { run, launch: { kind: 'resume', code: built } }
}

async function fromMessages(
  parts: ForkParts,
  forkRequest: ForkRequest,
  { from, start, events, parentId }: Origin,
  work: ProjectWork,
  tools: ToolSet,
): Promise<Fork> {
  const readBody = (ref: string) => bodyIn(parts, ref)
  const before = closed(messagesAt({ events, readBody }, forkRequest.path, forkRequest.answer), forkRequest.message)
  const set = sameRequest(from, parentId, forkRequest.message ?? start.task.goal)
  const roles = forkRequest.roles['default'] === undefined ? { ...set.roles, ...forkRequest.roles } : forkRequest.roles
  const approval = forkRequest.approval ?? from.approval
  const workspaceId = forkRequest.workspaceId ?? null
  const request: RunRequest = { ...set, strategy: forkRequest.strategy ?? set.strategy, roles, approval, workspaceId }
  const project = found(parts.store.projects.get(from.projectId), 'project')
  const resolved = await resolveRequest(parts, request, project)
  const made = await makeConfig(parts, resolved, newId('run'), work, tools)
  const refs = before.map((message) => parts.store.bodies.put(JSON.stringify(message)))
  const seen = seenAt(events, forkRequest.path, forkRequest.answer !== null)
  const forkedFrom: ForkedFrom = { ...originOf(forkRequest), copied: 0, ms: 0, messages: refs, seen }
  const messages = forkRequest.message === null ? before : [...before, { role: 'user' as const, text: made.task.goal }]
  const { strategy: _strategy, choice, version, buildChild: _buildChild, task, history: _, prompts, ...rest } = made
  const { history: _history, ...storedTask } = task
  const first: EventOf<'run-start'> = {
    type: 'run-start',
    ...rest,
    ...(prompts !== undefined && { prompts: parts.store.bodies.put(JSON.stringify(prompts)) }),
    roles: { ...rest.roles },
    strategy: choice,
    strategyVersion: version,
    task: startedTask({ ...storedTask, messages }, (text) => parts.store.bodies.put(text)),
    history: start.history,
    forkedFrom,
    seq: 0,
    at: parts.clock.now(),
    ms: 0,
  }
  const text = await filesOfFork(parts, forkRequest, from, work)
  const notice: RunEvent = { type: 'notice', path: '', level: 'info', text, seq: 1, at: first.at, ms: 0 }
  const run = writeFork(parts, { ...resolved.run, message: writtenOf(resolved.run.message) }, [first, notice])
  return { run, launch: { kind: 'resume', code: resolved.code } }
}

/** Writes a fork's turn, run and first log events, all or nothing. */
export function writeFork(
  parts: Pick<HostContext, 'id' | 'clock' | 'store'>,
  setUp: Parameters<typeof writeTurn>[1],
  [first, ...more]: readonly [EventOf<'run-start'>, ...RunEvent[]],
): Run {
  const { store } = parts
  return store.transaction(() => {
    const run = writeTurn(parts, setUp, first.runId)
    const forked: Run = { ...run, ...(first.forkedFrom && { forkedFrom: first.forkedFrom }) }
    store.runs.save(forked)
    store.events.append(run.id, [first, ...more])
    return forked
  })
}

/** The events that a run has from the run that it was forked from, in addition to its own. */
export function workBefore({ forkedFrom }: EventOf<'run-start'>): Pick<ForkedFrom, 'messages' | 'seen'> {
  const { messages = [], seen } = forkedFrom ?? {}
  return { messages, ...(seen !== undefined && { seen }) }
}

/** A model is called next, so the last message must not be a model's. */
function closed(messages: readonly Message[], message: string | null): readonly Message[] {
  const goOn = message === null && messages.at(-1)?.role === 'assistant'
  return goOn ? [...messages, { role: 'user', text: 'Continue from here.' }] : messages
}

/** The models of the other run, or the given ones; `default` is used for every other role. */
function boundRoles(
  parts: Pick<HostContext, 'settings' | 'profiles'>,
  { roles }: ForkRequest,
  start: EventOf<'run-start'>,
) {
  const names = Object.keys(start.roles)
  const before = Object.fromEntries(Object.entries(start.roles).map(([role, bound]) => [role, bound.profileId]))
  const usual = roles['default']
  const now = usual === undefined ? before : Object.fromEntries(names.map((role) => [role, usual]))
  return bindRoles(names, { ...now, ...roles }, parts.settings.read(), parts.profiles.get).roles
}

const originOf = ({ runId, path, answer }: ForkRequest) => ({ runId, path, edited: answer !== null })

const bodyIn = ({ store }: Pick<HostContext, 'store'>, ref: string): string => found(store.bodies.get(ref), 'text')

const words = ({ runId, path, answer }: ForkRequest): string =>
  answer === null
    ? `Continues from step ${path} of ${runId}, without repeating earlier steps.`
    : `Continues from an edited answer at step ${path} of ${runId}, without repeating earlier steps.`

const nothingWritten = {
  kind: 'not-found',
  message: 'Nothing of this run was recorded, so it can’t continue.',
  advice: 'Send the message again.',
} as const

export const strategyChanged = (was: string, is: string) =>
  ({
    kind: 'strategy-changed',
    message: 'The strategy has changed since this run, so its steps can’t be reused.',
    advice: 'Choose a strategy, to start from the messages up to this step.',
    detail: `it was ${was} and is ${is}`,
  }) as const
