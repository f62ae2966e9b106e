import { FailureError } from '../../../src-shared/base/failure.ts'
import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { EventOf, RunEvent } from '../../../src-shared/run/event.ts'
import type { EditedAnswer, ForkRequest } from '../../../src-shared/run/fork.ts'
import type { ForkedFrom } from '../../../src-shared/run/forked-from.ts'
import { bindRoles } from '../../../src-shared/run/resolve-run.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import type { Budget } from '../../../src-shared/strategy/task.ts'
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
import { type ForkOrigin, type ReplayParts, replayedSteps } from './forks/replayed-steps.ts'
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
  | 'leaderboards'
  | 'agents'
  | 'skills'
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

/** Of a fork that is one of several trials: it stands in their conversation and asks nobody. */
export interface ForkTrial {
  readonly conversationId: string
  readonly budget: Budget
  /** For what is still to be drawn: trials that all draw the same would be one trial. */
  readonly seed: number
}

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
  trial: ForkTrial | null = null,
): Promise<Fork> {
  const origin = readOrigin(parts, forkRequest)
  const parentId = found(parts.store.turns.get(origin.from.turnId), 'message').parentId
  return forkRequest.strategy === null && forkRequest.message === null
    ? await sameStrategy(parts, forkRequest, { ...origin, parentId, trial }, work)
    : await fromMessages(parts, forkRequest, { ...origin, parentId, trial }, work, tools)
}

/** @throws FailureError if nothing was recorded of the run, or its log is damaged before the step */
function readOrigin({ store }: Pick<HostContext, 'store'>, { runId, path }: ForkStep): ForkOrigin {
  const from = found(store.runs.get(runId), 'run')
  refuseDamagedRecord(from, 'cannot be branched from')
  const events = store.events.read(from.id, -1)
  // What comes after the step is not copied.
  const step = events.findLast((event) => 'path' in event && event.path === path)
  refuseDamaged(events, 'cannot be branched from there', step?.seq)
  const start = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) throw new FailureError(nothingWritten)
  return { from, start, events }
}

type ForkStep = Pick<ForkRequest, 'runId' | 'path' | 'strategy' | 'message' | 'answer' | 'prompts'>

/** Checks without making a run whether one can be made. @throws FailureError as `makeFork` */
export async function checkFork(parts: ReplayParts, step: ForkStep): Promise<ForkOrigin> {
  const origin = readOrigin(parts, step)
  const readBody = (ref: string) => bodyIn(parts, ref)
  if (step.strategy === null && step.message === null) await replayedSteps(parts, origin, step, readBody)
  else messagesAt({ events: origin.events, readBody }, step.path, answerToSend(step))
  return origin
}

/** @throws FailureError if it can't start from the messages */
function answerToSend({ answer, prompts }: ForkStep): EditedAnswer | null {
  if (answer === 'recorded' || prompts !== undefined) throw new FailureError(sameOnly)
  return answer
}

interface Origin extends ForkOrigin {
  readonly parentId: string | null
  readonly trial: ForkTrial | null
}

async function sameStrategy(
  parts: ForkParts,
  forkRequest: ForkRequest,
  { from, start, events, parentId, trial }: Origin,
  work: ProjectWork,
): Promise<Fork> {
  const { clock } = parts
  const readBody = (ref: string) => bodyIn(parts, ref)
  const replayed = await replayedSteps(parts, { from, start, events }, forkRequest, readBody)
  const { strategy, copied, code } = replayed
  const runId = newId('run')
  const { at, ms } = copied.at(-1) ?? start
  const text = `${words(forkRequest)} ${await filesOfFork(parts, forkRequest, from, work)}`
  const notice: RunEvent = { type: 'notice', path: '', level: 'info', text, seq: copied.length + 1, at, ms }
  const before = { ...workBefore(start), ...(forkRequest.prompts !== undefined && { prompts: 'changed' as const }) }
  const forkedFrom = { ...originOf(forkRequest), copied: notice.seq, ms, ...before }
  const { routed: _, ...rest } = start
  const approval = forkRequest.approval ?? from.approval
  const varied = trial === null ? {} : { budget: trial.budget, seed: trial.seed }
  const own = { runId, strategy, approval, roles: boundRoles(parts, forkRequest, start), forkedFrom, ...varied }
  const first: EventOf<'run-start'> = { ...rest, ...own, seq: 0, at: clock.now(), ms: 0 }
  const { roles } = own
  const workspaceId = forkRequest.workspaceId ?? null
  const same = sameSetUp(from, parentId, writtenOf(start.task.goal))
  const set = { ...same, ...placeOf(trial), strategy: replayed.chosen, roles, approval, workspaceId }
  const run = writeFork(parts, set, [first, ...copied, notice])
  return { run, launch: { kind: 'resume', code } }
}

/** The turns of trials follow none: each has the other run's history in its log. */
const placeOf = (trial: ForkTrial | null) =>
  trial === null ? {} : { conversationId: trial.conversationId, parentId: null }

async function fromMessages(
  parts: ForkParts,
  forkRequest: ForkRequest,
  { from, start, events, parentId, trial }: Origin,
  work: ProjectWork,
  tools: ToolSet,
): Promise<Fork> {
  const readBody = (ref: string) => bodyIn(parts, ref)
  const answer = answerToSend(forkRequest)
  const before = closed(messagesAt({ events, readBody }, forkRequest.path, answer), forkRequest.message)
  const set = sameRequest(from, parentId, forkRequest.message ?? start.task.goal)
  const roles = forkRequest.roles['default'] === undefined ? { ...set.roles, ...forkRequest.roles } : forkRequest.roles
  const approval = forkRequest.approval ?? from.approval
  const workspaceId = forkRequest.workspaceId ?? null
  const budget = trial === null ? {} : { budget: trial.budget }
  const strategy = forkRequest.strategy ?? set.strategy
  const request: RunRequest = { ...set, strategy, roles, approval, workspaceId, ...budget }
  const project = found(parts.store.projects.get(from.projectId), 'project')
  const resolved = await resolveRequest(parts, request, project)
  const made = await makeConfig(parts, resolved, newId('run'), work, tools)
  const refs = before.map((message) => parts.store.bodies.put(JSON.stringify(message)))
  const seen = seenAt(events, forkRequest.path, answer !== null)
  const forkedFrom: ForkedFrom = { ...originOf(forkRequest), copied: 0, ms: 0, messages: refs, seen }
  const messages = forkRequest.message === null ? before : [...before, { role: 'user' as const, text: made.task.goal }]
  const { strategy: _strategy, choice, version, buildChild: _buildChild, task, history: _, prompts, ...rest } = made
  const { history: _history, ...storedTask } = task
  const first: EventOf<'run-start'> = {
    type: 'run-start',
    ...rest,
    ...(prompts !== undefined && { prompts: parts.store.bodies.put(JSON.stringify(prompts)) }),
    roles: { ...rest.roles },
    ...(trial !== null && { seed: trial.seed }),
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
  const run = writeFork(parts, { ...resolved.run, ...placeOf(trial), message: writtenOf(resolved.run.message) }, [
    first,
    notice,
  ])
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
export function workBefore({ forkedFrom }: EventOf<'run-start'>): Pick<ForkedFrom, 'messages' | 'seen' | 'prompts'> {
  const { messages = [], seen, prompts } = forkedFrom ?? {}
  return { messages, ...(seen !== undefined && { seen }), ...(prompts !== undefined && { prompts }) }
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

const originOf = ({ runId, path, answer }: ForkRequest) => ({
  runId,
  path,
  edited: isEdited(answer),
})
const isEdited = (answer: ForkRequest['answer']): answer is EditedAnswer => answer !== null && answer !== 'recorded'

const bodyIn = ({ store }: Pick<HostContext, 'store'>, ref: string): string => found(store.bodies.get(ref), 'text')

const words = ({ runId, path, answer }: ForkRequest): string =>
  !isEdited(answer)
    ? `Continues from step ${path} of ${runId}, without repeating earlier steps.`
    : `Continues from an edited answer at step ${path} of ${runId}, without repeating earlier steps.`

const sameOnly = {
  kind: 'invalid-request',
  message:
    'Another strategy or a message starts from the messages, so neither the step’s own answer nor prompts can be kept.',
  advice: 'Change one of them.',
} as const

const nothingWritten = {
  kind: 'not-found',
  message: 'Nothing of this run was recorded, so it can’t continue.',
  advice: 'Send the message again.',
} as const
