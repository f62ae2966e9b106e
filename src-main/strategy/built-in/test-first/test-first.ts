import type { Failure } from '../../../../src-shared/base/failure.ts'
import type { Message } from '../../../../src-shared/model/message.ts'
import type { ToolLimits } from '../../../../src-shared/model/tool.ts'
import type { CallEntry } from '../../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { delegateTool } from '../../loop/delegate-tool.ts'
import { failureOf, type LoopEnd, loopFor, mustEnd, textOf } from '../../loop/loop.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText } from '../../messages.ts'
import { checkReport, howItEnded, lastPart } from '../../parts/check-report.ts'
import { type CheckResult, check, note, phase, type Routine } from '../../steps.ts'
import type { TestFirstOptions } from './test-first-options.ts'

/**
 * Work under a check command that the strategy runs itself.
 *
 * 1. What a phase may write goes with every call as its limits, and the host refuses all else whatever the model
 *    says. No tool is offered that could get round them: no command, and no helper with limits of its own.
 * 2. The model is told what the check said; whether the phase has done its work is for the exit code alone.
 */
export interface Progress {
  readonly talk: readonly Message[]
  readonly calls: readonly CallEntry[]
  /** The engineer's last words. */
  readonly text: string
  /** Of the last check; null before the first and where it was killed. */
  readonly exitCode: number | null
  /** What the model is told of it. */
  readonly report: string
  /** How often each phase was tried. */
  readonly tries: { readonly [phase: string]: number }
  /** A limit was reached: no model call should follow. */
  readonly over: boolean
  readonly failure: Failure | null
}
export const nothingDone: Progress = {
  talk: [],
  calls: [],
  text: '',
  exitCode: null,
  report: '',
  tries: {},
  over: false,
  failure: null,
}

export interface CheckedPhase {
  readonly name: string
  readonly title: string
  readonly limits: ToolLimits
  readonly request: string
  /** What is asked for again where the check did not come out as wanted. */
  readonly again: string
  /** For the timeline, such as `the tests fail, as they must`. */
  readonly wanted: string
  readonly isWanted: (exitCode: number | null) => boolean
  readonly most: number
  readonly gaveUp: Pick<Failure, 'message' | 'advice'>
}

/** Work, then check, until the check comes out as the phase wants it, at most so many times. */
export function* untilChecked(
  task: Task,
  before: Progress,
  goal: CheckedPhase,
  options: TestFirstOptions,
): Routine<Progress> {
  let state = before
  let request = goal.request
  for (let at = 0; ; at++) {
    const done = yield* tried(task, state, goal, request, at, options)
    state = done.state
    if (state.failure !== null || done.result === null) return state
    const held = goal.isWanted(done.result.exitCode)
    yield* note(held ? goal.wanted : `not yet: the check ${howItEnded(done.result.exitCode)}`, {
      phase: goal.name,
      try: at + 1,
      of: goal.most,
      exitCode: done.result.exitCode,
    })
    if (held) return state
    if (state.over) return { ...state, failure: reachedLimit(goal) }
    if (at + 1 >= goal.most) return { ...state, failure: gaveUp(goal, done.result) }
    request = `${state.report}\n\n${goal.again}`
  }
}

interface Tried {
  readonly state: Progress
  /** Null where the work itself failed. */
  readonly result: CheckResult | null
}

/** One round of work and its check, in one phase of the timeline. */
export function* tried(
  task: Task,
  state: Progress,
  goal: Pick<CheckedPhase, 'name' | 'title' | 'limits'>,
  request: string,
  at: number,
  options: TestFirstOptions,
): Routine<Tried> {
  const talk = [...state.talk, userText(request)]
  const title = at === 0 ? goal.title : `${goal.title} ${at + 1}`
  return yield* phase(goal.name, workThenCheck(), title, at)

  function* workThenCheck(): Routine<Tried> {
    const end = yield* runLoop(limitedWork(task, talk, goal.limits, options))
    const after = withWork(state, talk, end, goal.name)
    if (end.ending === 'failed') return { state: after, result: null }
    const result = yield* check(options.check)
    return { state: { ...after, exitCode: result.exitCode, report: checkReport(options.check, result) }, result }
  }
}

function limitedWork(task: Task, talk: readonly Message[], limits: ToolLimits, { maxTurns, check }: TestFirstOptions) {
  const system = `${task.system}\n\n${testFirstSystem(check)}`.trim()
  const work = loopFor({ ...task, system }, 'engineer', maxTurns, [...task.messages, ...talk])
  const tools = work.tools.filter((tool) => tool.effect !== 'command' && tool.name !== delegateTool.info.name)
  return { ...work, tools, limits }
}

const testFirstSystem = (command: string): string =>
  'You work test first, phase by phase. In each phase only some files may be written, and the tools refuse all ' +
  `others. You run no commands: after your answer the check \`${command}\` is run for you, and you are told what it said.`

function withWork(state: Progress, talk: readonly Message[], end: LoopEnd, name: string): Progress {
  return {
    talk: [...talk, ...end.added],
    calls: [...state.calls, ...end.calls],
    text: textOf(end) === '' ? state.text : textOf(end),
    exitCode: state.exitCode,
    report: state.report,
    tries: { ...state.tries, [name]: (state.tries[name] ?? 0) + 1 },
    over: mustEnd(end),
    failure: failureOf(end),
  }
}

const gaveUp = (goal: CheckedPhase, result: CheckResult): Failure => ({
  kind: 'strategy-gave-up',
  ...goal.gaveUp,
  detail: lastPart(result.output),
})

const reachedLimit = (goal: CheckedPhase): Failure => ({
  kind: 'budget-spent',
  message: `The limit was reached in the phase "${goal.title}".`,
  advice: 'What was done is kept: send a message to go on from here, or raise the limit.',
})
