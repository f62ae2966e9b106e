import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { type MemoryLog, memoryLog } from '../agent/replay/memory-log.ts'
import { stepLocation } from '../agent/replay/step-location.ts'
import type { RunConfig } from '../agent/run.ts'
import { resumeRun, startRun } from '../agent/run.ts'
import type { RunEnd } from '../agent/run-end.ts'
import type { Strategies } from '../strategy/registry.ts'
import { type Behavior, behaviors } from './behaviors.ts'
import { type Disturbance, makeWorld, type World, workTools } from './world.ts'

/** A fault of the strategy, and the circumstances in which it occurs. */
export interface Finding {
  readonly when: string
  readonly what: string
  /** Where the strategy asked for the last step of that run, as `mine.ts, line 7`; null if no line of it did. */
  readonly lastStep: string | null
}

const asIfWell = 'it completes as if all had gone well'
const empty = 'it completes with an empty answer'
const otherSteps = 'it does not repeat its own steps'
const otherEnd = 'it comes to another end'

/** What to do about a fault, for its author; faults that say it themselves are not here. */
export const remedies: ReadonlyMap<string, string> = new Map([
  [
    empty,
    "If the text is empty, end with a failure: outcomeOf(task, work, { kind: 'strategy-gave-up', message, advice }). toolLoop asks the model once more, then fails by itself.",
  ],
  [asIfWell, 'Look at what a step returned (ok, exitCode, the failure of a loop’s end) before you complete.'],
  [otherSteps, 'Let steps follow from the task and from what steps returned alone: keep nothing between runs.'],
  [otherEnd, 'Let the outcome follow from the task and from what steps returned alone: keep nothing between runs.'],
])

/** Maximum number of steps at which Stop and failures are tried. */
const maxTroubles = 20

/**
 * Executes a strategy with simulated models, tools and users, correct and faulty ones, and reports its faults. It has
 * no effects outside the process.
 * @param tell called with the name of each circumstance before it is tried
 */
export async function examine(
  strategies: Strategies,
  choice: StrategyChoice,
  tell: (when: string) => void,
): Promise<readonly Finding[]> {
  const built = strategies.build(choice)
  if (!built.ok) return [{ when: 'it is made', what: built.failure.message, lastStep: null }]
  const config = configOf(strategies, choice, built)
  const findings: Finding[] = []
  const played = async (when: string, play: () => Promise<Played>) => {
    tell(when)
    const { faults: found, log } = await play()
    if (found.length === 0) return
    const lastStep = await lastStepIn(log, config)
    for (const what of found) findings.push({ when, what, lastStep })
  }
  for (const behavior of behaviors) {
    await played(`the model ${behavior.name}`, () => underBehavior(config, behavior))
  }
  for (const behavior of behaviors.slice(1, 2)) {
    const { contacts } = (await run(config, behavior, null)).world
    for (let at = 0; at < Math.min(contacts(), maxTroubles); at++) {
      await played(`Stop comes at contact ${at + 1}`, () => underStop(config, behavior, at))
      await played(`contact ${at + 1} fails`, () => underFailure(config, behavior, at))
    }
    await played('the run is replayed', () => replayed(config, behavior))
  }
  return findings
}

const task: Task = {
  goal: 'Mend the failing test.',
  system: 'You work on a small project.',
  history: [],
  messages: [{ role: 'user', text: 'Mend the failing test.' }],
  tools: [...workTools],
  mode: 'act',
  windows: { default: 128_000 },
  depth: 0,
}

const bound = { profileId: 'scripted', profileName: 'Scripted', model: 'scripted' }

function configOf(
  strategies: Strategies,
  choice: StrategyChoice,
  built: Pick<RunConfig, 'strategy' | 'version'>,
): RunConfig {
  const roles = strategies.infos().flatMap((info) => info.roles.map((role) => [role.name, bound] as const))
  return {
    runId: 'check',
    choice,
    strategy: built.strategy,
    version: built.version,
    task,
    roles: { default: bound, ...Object.fromEntries(roles) },
    approval: 'everything',
    budget: { steps: 400, modelCalls: 60, toolCalls: 120, tokens: null, cost: null, wallMs: null, soft: 0.9 },
    seed: 7,
    buildChild: strategies.build,
  }
}

async function run(config: RunConfig, behavior: Behavior, trouble: Disturbance | null) {
  const log = memoryLog()
  const world = makeWorld(log, behavior, trouble)
  return { log, world, end: await startRun(world.ports, config, world.signal) }
}

interface Played {
  readonly faults: readonly string[]
  readonly log: MemoryLog
}

async function lastStepIn(log: MemoryLog, config: RunConfig): Promise<string | null> {
  const { written, readBody } = log
  const at = written.findLastIndex((event) => event.type in leafStarts)
  const last = written[at]
  if (last === undefined || !('path' in last)) return null
  // As if the run stood at that step.
  const found = await stepLocation({ events: written.slice(0, at + 1), readBody }, config, last.path)
  return found === null || found.line === 0 ? null : `${found.file}, line ${found.line}`
}

const leafStarts = { 'model-start': true, 'tool-start': true, 'step-start': true } as const

async function underBehavior(config: RunConfig, behavior: Behavior): Promise<Played> {
  const { world, end, log } = await run(config, behavior, null)
  return { faults: [...faults(world, end), ...wrongEnd(end, behavior)], log }
}

function wrongEnd({ status, text, failure }: RunEnd, { must }: Behavior): readonly string[] {
  if (failure?.kind === 'budget-spent')
    return [`it does not come to an end: the limits of the run had to stop it. ${failure.message}`]
  if (status === 'completed' && text.trim() === '') return [empty]
  if (must === 'complete' && status !== 'completed')
    return [`it fails, though all goes well: ${failure?.message ?? ''}`]
  if (must === 'fail' && status === 'completed') return [asIfWell]
  return []
}

async function underStop(config: RunConfig, behavior: Behavior, at: number): Promise<Played> {
  const { end, log } = await run(config, behavior, { at, kind: 'stop' })
  return { faults: end.status === 'aborted' ? [] : [`it ends as ${end.status}, not as stopped`], log }
}

async function underFailure(config: RunConfig, behavior: Behavior, at: number): Promise<Played> {
  const { world, end, log } = await run(config, behavior, { at, kind: 'failure' })
  return { faults: faults(world, end), log }
}

/** Replaying the journal, whole and from its middle, must lead to the same end without repeating an effect. */
async function replayed(config: RunConfig, behavior: Behavior): Promise<Played> {
  const first = await run(config, behavior, null)
  return { faults: await replayFaults(first, config, behavior), log: first.log }
}

async function replayFaults(
  first: Awaited<ReturnType<typeof run>>,
  config: RunConfig,
  behavior: Behavior,
): Promise<readonly string[]> {
  const events = first.log.written.filter((event) => event.type !== 'run-end')
  const log = memoryLog(events, first.log.bodies)
  const world = makeWorld(log, behavior, null)
  const again = await resumeRun(world.ports, config, world.signal)
  if (again.failure?.kind === 'strategy-changed') return [otherSteps]
  if (again.text !== first.end.text || again.status !== first.end.status) return [otherEnd]
  return world.contacts() === 0 ? [] : ['it does again what was done']
}

function faults(world: World, { status, failure }: RunEnd): readonly string[] {
  const broken = failure?.kind === 'strategy-broke' || failure?.kind === 'internal'
  return [
    ...(broken ? [failure.message] : []),
    ...(status === 'interrupted' ? [`it could not be ended: ${failure?.message ?? ''}`] : []),
    ...new Set(world.wrongRequests.map((wrong) => `it asks the model with ${wrong}`)),
  ]
}
