import { expect } from 'vitest'
import { resumeRun } from '../../../src-main/agent/run.ts'
import type { RunEnd } from '../../../src-main/agent/run-end.ts'
import type { Strategy } from '../../../src-main/strategy/steps.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { Question } from '../../../src-shared/model/question.ts'
import type { RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Budget, Task } from '../../../src-shared/strategy/task.ts'
import { memoryLog } from './agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from './agent-ports.ts'
import { type Script, scriptedModel } from './agent-scripted-model.ts'

/**
 * The environment of a strategy under test: a model as a function of the request, and tools whose effects are recorded.
 */
export interface Trial {
  readonly choice: StrategyChoice
  readonly script: Script
  readonly task: Task
  readonly budget?: Budget
  /** The result of a call, and whether it succeeded, depending on earlier effects. */
  readonly tool?: (call: ToolCall, done: readonly string[]) => { readonly text: string; readonly ok: boolean }
  /** The user's answer to a question; by default its first option. */
  readonly answer?: (question: Question) => string
  /** Exit code of the check command, depending on earlier effects. */
  readonly check?: (done: readonly string[]) => number
}

/** One process's part of a run: until the run ends, is stopped, or the process crashes at a write to the log. */
interface Life {
  readonly diesAt?: number
  readonly stopAt?: (event: RunEvent) => boolean
  readonly past?: readonly StoredEvent[]
  readonly bodies?: ReadonlyMap<string, string>
  /** Shares another run's strategy object instead of building a new one. */
  readonly strategy?: Strategy
}

export interface Lived {
  readonly end: RunEnd
  readonly dead: boolean
  /** All events of the run in the log, earlier processes included. */
  readonly events: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
}

export interface World {
  /** Effects in order, each as the arguments of its call; they survive a crash. */
  readonly done: string[]
  readonly requestCount: () => number
  live(life?: Life): Promise<Lived>
}

export function worldOf(trial: Trial): World {
  const done: string[] = []
  const model = scriptedModel(trial.script)
  const live = async ({
    diesAt = Number.POSITIVE_INFINITY,
    stopAt,
    past = [],
    bodies,
    strategy,
  }: Life = {}): Promise<Lived> => {
    let looks = 0
    let dead = false
    const stop = new AbortController()
    const log = memoryLog({
      events: past,
      ...(bodies === undefined ? {} : { bodies }),
      onEvent: (event) => stopAt?.(event) && stop.abort(),
      fault: () => {
        dead ||= looks++ >= diesAt
        if (dead) throw new Error('the process is dead')
      },
    })
    const tools = scriptedTools((call, context) => {
      if (context.interrupted) return 'Interrupted, outcome unknown: look before you repeat.'
      context.begin()
      if (!dead) done.push(`${call.tool} ${call.arguments}`)
      return trial.tool?.(call, done).text ?? `did ${call.tool}`
    })
    const base = testPorts(log, model)
    const ports = {
      ...base,
      user: {
        ...base.user,
        ask: async (_path: string, question: Question) => trial.answer?.(question) ?? question.options[0] ?? '',
      },
      tools: {
        ...tools,
        run: async (...args: Parameters<typeof tools.run>) => {
          const made = await tools.run(...args)
          return { ...made, result: { ...made.result, ok: trial.tool?.(args[0], done).ok ?? true } }
        },
      },
      workspace: { ...base.workspace, check: async () => ({ exitCode: trial.check?.(done) ?? 0, output: 'checked' }) },
    }
    const own = configFor(trial.choice, { task: trial.task, ...(trial.budget ? { budget: trial.budget } : {}) })
    const what = strategy === undefined ? own : { ...own, strategy }
    const end = await (past.length > 0 ? resumeRun(ports, what, stop.signal) : startTestRun(ports, what, stop.signal))
    return { end, dead, events: [...past, ...log.appended.slice(0, log.committed)], bodies: log.bodies }
  }
  return { done, requestCount: () => model.received.length, live }
}

/** Checks that every start has exactly one end, and that the last event is the run's only end. */
export function expectOneEnd(events: readonly StoredEvent[]): void {
  const paths = (kind: string) =>
    events.flatMap((event) =>
      event.type.endsWith(kind) && 'path' in event ? [`${event.type.split('-')[0]} ${event.path}`] : [],
    )
  expect(paths('-end').toSorted()).toEqual([...new Set(paths('-start'))].toSorted())
  expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('run-end')
}

/** Names of the phases that were entered, without duplicates. */
export const phasesIn = (events: readonly StoredEvent[]): string[] => [
  ...new Set(events.flatMap((event) => (event.type === 'phase-start' ? [event.name] : []))),
]
