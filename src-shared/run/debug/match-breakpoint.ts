import { assertNever } from '../../base/assert-never.ts'
import { coversPath, matchesGlob } from '../../base/glob.ts'
import { matchWritten } from '../../commands/match-written.ts'
import type { PlannedStep } from '../leaf-starts.ts'
import type { Breakpoint } from './breakpoint.ts'
import { readingsOfCall } from './call-readings.ts'
import { pathEnds, writtenPaths } from './written-paths.ts'

/** The run at the moment before a step. */
export interface RunState {
  /** The phases and child runs that this step is the first of, outermost first. */
  readonly entered: readonly EnteredGroup[]
  /** US dollars so far, as far as prices are known, and at the step before. */
  readonly cost: number
  readonly costBefore: number
  /** Given since the step before; null if none was. */
  readonly score: number | null
}

/** `names`: what a breakpoint may call it. Of a child run: its sub-agent's name, if it has one, and its strategy's. */
export interface EnteredGroup {
  readonly kind: 'phase' | 'agent'
  readonly names: readonly string[]
}

/** Whether a run pauses at a breakpoint before `step`. A cost or a score is reported once, when it passes the limit. */
export function matchesBreakpoint(at: Breakpoint, step: PlannedStep, state: RunState): boolean {
  switch (at.on) {
    case 'step':
      return kindOf(step) === at.kind || (at.kind === 'ask-user' && asksUser(step))
    case 'tool':
      return step.type === 'tool-start' && matchesName(at.name, step.call.tool)
    case 'role':
      return step.type === 'model-start' && matchesName(at.name, step.role)
    case 'phase':
    case 'agent':
      return state.entered.some(({ kind, names }) => kind === at.on && names.some((name) => matchesName(at.name, name)))
    case 'path':
      return mayWrite(step) && writesPath(at.glob, step)
    case 'cost':
      return state.cost > at.above && state.costBefore <= at.above
    case 'score':
      return state.score !== null && state.score < at.below
    default:
      return assertNever(at)
  }
}

export function kindOf(step: PlannedStep): Extract<Breakpoint, { on: 'step' }>['kind'] {
  switch (step.type) {
    case 'model-start':
      return 'call-model'
    case 'tool-start':
      return step.effect === 'own' ? 'own-tool' : 'run-tool'
    case 'step-start':
      return step.step
    default:
      return assertNever(step)
  }
}

/** A name has no folders, so that `*` stands for any part of it. */
export const matchesName = (glob: string, name: string): boolean =>
  glob === name || matchesGlob(glob.replaceAll('/', '-'), name.replaceAll('/', '-'))

type ToolStart = Extract<PlannedStep, { type: 'tool-start' }>

const mayWrite = (step: PlannedStep): step is ToolStart =>
  step.type === 'tool-start' && (step.effect === 'edit' || step.effect === 'command')

/** What a command writes counts as far as its text tells. */
function writesPath(glob: string, { call, effect }: ToolStart): boolean {
  if (writtenPaths(call).some((path) => matchesPath(glob, path))) return true
  return effect === 'command' && readingsOfCall(call).some((reading) => matchWritten(glob, reading) !== 'no')
}

export const matchesPath = (glob: string, path: string): boolean =>
  pathEnds(path).some((each) => coversPath(glob, each))

/** A call of `ask_user` asks as the step `ask-user` does. */
const asksUser = (step: PlannedStep): boolean => step.type === 'tool-start' && step.effect === 'ask'
