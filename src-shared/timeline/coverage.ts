import type { Stretch } from '../run/time/stretches.ts'

/**
 * Length of what stretches cover together: what several of them cover counts once. They are added in the order of their
 * starts.
 */
export class Coverage {
  /** ms */
  length = 0
  private until = 0

  add(from: number, to: number): void {
    this.length += Math.max(0, to - Math.max(from, this.until))
    this.until = Math.max(this.until, to)
  }
}

/** The same for stretches in any order, ms. */
export function coveredMs(stretches: readonly Stretch[]): number {
  const coverage = new Coverage()
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) coverage.add(from, to)
  return coverage.length
}
