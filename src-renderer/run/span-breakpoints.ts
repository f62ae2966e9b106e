import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import { argumentsOf } from '../../src-shared/run/tool-subject.ts'
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
      const path = span.effect === 'edit' ? argumentsOf(span.call)?.['path'] : undefined
      const written: Breakpoint[] = typeof path === 'string' && path.length <= 200 ? [{ on: 'path', glob: path }] : []
      return [{ on: 'tool', name: span.call.tool }, ...written]
    }
    case 'step':
      return [{ on: 'step', kind: span.step }]
    case 'phase':
      return [{ on: 'phase', name: span.name }]
    case 'child':
      return [{ on: 'agent', name: span.strategy.name }]
    case 'branches':
    case 'notice':
    case 'unknown':
      return []
  }
}
