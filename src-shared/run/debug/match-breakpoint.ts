import { assertNever } from '../../base/assert-never.ts'
import { matchesGlob } from '../../base/glob.ts'
import type { PlannedStep } from '../leaf-starts.ts'
import { argumentsOf } from '../tool-subject.ts'
import type { Breakpoint } from './breakpoint.ts'

/** The run at the moment before a step. */
export interface RunState {
  /** The phases and child runs that this step is the first of, outermost first. */
  readonly entered: readonly { readonly kind: 'phase' | 'agent'; readonly name: string }[]
  /** US dollars so far, as far as prices are known, and at the step before. */
  readonly cost: number
  readonly costBefore: number
  /** Given since the step before; null if none was. */
  readonly score: number | null
}

/** Whether a run pauses at a breakpoint before `step`. A cost or a score is reported once, when it passes the limit. */
export function matchesBreakpoint(at: Breakpoint, step: PlannedStep, state: RunState): boolean {
  switch (at.on) {
    case 'step':
      return kindOf(step) === at.kind
    case 'tool':
      return step.type === 'tool-start' && matchesName(at.name, step.call.tool)
    case 'role':
      return step.type === 'model-start' && matchesName(at.name, step.role)
    case 'phase':
    case 'agent':
      return state.entered.some(({ kind, name }) => kind === at.on && matchesName(at.name, name))
    case 'path':
      return writtenPath(step).some((path) => matchesGlob(at.glob, path))
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
const matchesName = (glob: string, name: string): boolean =>
  glob === name || matchesGlob(glob.replaceAll('/', '-'), name.replaceAll('/', '-'))

/** The path in the arguments of a call that may write. What a command writes is not known before. */
function writtenPath(step: PlannedStep): readonly string[] {
  if (step.type !== 'tool-start' || (step.effect !== 'edit' && step.effect !== 'command')) return []
  const given = argumentsOf(step.call)
  return ['path', 'file', 'file_path'].flatMap((name) => {
    const value = given?.[name]
    return typeof value === 'string' ? [plainPath(value)] : []
  })
}

/** `./src//a.ts` and `src\a.ts` are `src/a.ts`. */
const plainPath = (path: string): string => {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
