import type { Span } from './run-view.ts'

/** Paths in the routine tree: `2.0/1.3` is step 3 of branch 1 of the `all` that is step 0 of step 2's routine. */

/** The path without its last part; `''` at the top. */
export function pathAbove(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('/'), 0))
}

/** The innermost branch that contains a path (`2.0/1`), or `''` on the main line. */
export function laneOf(path: string): string {
  const branch = path.lastIndexOf('/')
  if (branch < 0) return ''
  const next = path.indexOf('.', branch)
  return next < 0 ? path : path.slice(0, next)
}

/** Spans that hold others. */
export function isGroup(span: Span): boolean {
  return span.kind === 'phase' || span.kind === 'child' || span.kind === 'branches' || holdsAgent(span)
}

/** Whether what another agent did is in it. */
export const holdsAgent = (span: Span): boolean => span.kind === 'step' && span.step === 'prompt-agent'

/** The nearest group at or above `path`. */
export function groupAt(path: string, find: (path: string) => Span | undefined): string | null {
  for (let above = path; above !== ''; above = pathAbove(above)) {
    const span = find(above)
    if (span !== undefined && isGroup(span)) return above
  }
  return null
}
