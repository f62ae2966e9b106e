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
