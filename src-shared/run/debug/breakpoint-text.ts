import { assertNever } from '../../base/assert-never.ts'
import { leafKinds } from '../leaf-starts.ts'
import type { Breakpoint } from './breakpoint.ts'

/** How people write breakpoints: `tool:edit_file`, `phase:review`, `cost>0.5`. */

export type ReadBreakpoint =
  | { readonly ok: true; readonly at: Breakpoint }
  | { readonly ok: false; readonly problem: string }

const examples =
  'tool:edit_file, step:check, phase:review, role:critic, agent:reviewer, path:src/**, cost>0.5, score<0.8'

/** @param text as it was typed; spaces around its parts don't matter */
export function readBreakpoint(text: string): ReadBreakpoint {
  const [, kind = '', sign = '', rest = ''] = /^\s*([a-z]+)\s*([:<>])\s*(.*?)\s*$/s.exec(text) ?? []
  if (rest === '') return problem(`${JSON.stringify(text)} is not a breakpoint. Examples: ${examples}.`)
  if (kind === 'cost' || kind === 'score') return condition(kind, sign, rest)
  if (sign !== ':') return problem(`Write ${kind}:NAME, with a colon. Only cost and score are compared with < or >.`)
  if (rest.length > 200) return problem('The name in a breakpoint is at most 200 characters long.')
  return named(kind, rest)
}

function named(kind: string, rest: string): ReadBreakpoint {
  switch (kind) {
    case 'step': {
      const step = leafKinds.find((each) => each === rest)
      if (step !== undefined) return { ok: true, at: { on: 'step', kind: step } }
      return problem(`There is no step ${JSON.stringify(rest)}. The steps are: ${leafKinds.join(', ')}.`)
    }
    case 'tool':
    case 'phase':
    case 'role':
    case 'agent':
      return { ok: true, at: { on: kind, name: rest } }
    case 'path':
      return { ok: true, at: { on: 'path', glob: rest } }
    default:
      return problem(`A breakpoint can’t be set on ${JSON.stringify(kind)}. Examples: ${examples}.`)
  }
}

function condition(kind: 'cost' | 'score', sign: string, rest: string): ReadBreakpoint {
  const wanted = kind === 'cost' ? '>' : '<'
  if (sign !== wanted) return problem(kind === 'cost' ? 'Write cost>0.5, in US dollars.' : 'Write score<0.8.')
  const value = Number(rest)
  if (!Number.isFinite(value) || (kind === 'cost' && value < 0))
    return problem(
      `${kind}${wanted} takes a number${kind === 'cost' ? ' of US dollars, 0 or more' : ''}, not ${JSON.stringify(rest)}.`,
    )
  return { ok: true, at: kind === 'cost' ? { on: 'cost', above: value } : { on: 'score', below: value } }
}

const problem = (text: string): ReadBreakpoint => ({ ok: false, problem: text })

/** The text that is read as the same breakpoint. */
export function breakpointText(at: Breakpoint): string {
  switch (at.on) {
    case 'step':
      return `step:${at.kind}`
    case 'path':
      return `path:${at.glob}`
    case 'cost':
      return `cost>${at.above}`
    case 'score':
      return `score<${at.below}`
    case 'tool':
    case 'phase':
    case 'role':
    case 'agent':
      return `${at.on}:${at.name}`
    default:
      return assertNever(at)
  }
}
