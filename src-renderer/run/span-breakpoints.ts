import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Breakpoint, SavedBreakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import { type kindOf, matchesName, matchesPath } from '../../src-shared/run/debug/match-breakpoint.ts'
import { writtenPaths } from '../../src-shared/run/debug/written-paths.ts'
import type { Span } from '../../src-shared/run/view/run-view.ts'

/** The breakpoints that a step offers: those that would have paused the run before it. */
export function breakpointsFor(span: Span): readonly Breakpoint[] {
  switch (span.kind) {
    case 'model':
      return [
        { on: 'role', name: span.role },
        { on: 'step', kind: 'call-model' },
      ]
    case 'tool': {
      const paths = span.effect === 'edit' ? writtenPaths(span.call).filter((path) => path.length <= 200) : []
      const written = paths.slice(0, 3).map((path) => ({ on: 'path', glob: path }) as const)
      return [{ on: 'tool', name: span.call.tool }, ...written]
    }
    case 'step':
      return [{ on: 'step', kind: span.step }]
    case 'phase':
      return [{ on: 'phase', name: span.name }]
    case 'child':
      return [{ on: 'agent', name: span.agent ?? span.strategy.name }]
    case 'branches':
    case 'notice':
    case 'unknown':
      return []
  }
}

/** Those of the project's breakpoints that a span like this one stands for. Conditions stand for no span. */
export const breakpointsOn = (span: Span, list: readonly SavedBreakpoint[]): readonly SavedBreakpoint[] =>
  list.filter(({ at }) => isOn(at, span))

function isOn(at: Breakpoint, span: Span): boolean {
  switch (at.on) {
    case 'step':
      return kindOfSpan(span) === at.kind
    case 'tool':
      return span.kind === 'tool' && matchesName(at.name, span.call.tool)
    case 'role':
      return span.kind === 'model' && matchesName(at.name, span.role)
    case 'phase':
      return span.kind === 'phase' && matchesName(at.name, span.name)
    case 'agent':
      return span.kind === 'child' && [span.strategy.name, span.agent ?? ''].some((name) => matchesName(at.name, name))
    case 'path':
      return (
        span.kind === 'tool' &&
        (span.effect === 'edit' || span.effect === 'command') &&
        writtenPaths(span.call).some((path) => matchesPath(at.glob, path))
      )
    case 'cost':
    case 'score':
      return false
    default:
      return assertNever(at)
  }
}

function kindOfSpan(span: Span): ReturnType<typeof kindOf> | null {
  if (span.kind === 'model') return 'call-model'
  if (span.kind === 'tool') return span.effect === 'own' ? 'own-tool' : 'run-tool'
  return span.kind === 'step' ? span.step : null
}
