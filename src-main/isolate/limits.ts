/** What a user's strategy may take at most. */
export interface Limits {
  /** Computing between two steps, ms; a machine that is busy with other things does not count. */
  readonly thinkMs: number
  /** How much longer it is waited for what the engine's own interrupt does not reach, such as loops in native code, ms. */
  readonly graceMs: number
  readonly memoryBytes: number
}
export const usualLimits: Limits = { thinkMs: 1000, graceMs: 5000, memoryBytes: 128 * 2 ** 20 }

/** A step or an answer larger than this is refused, characters. */
export const largestText = 32_000_000

export const tooLong = ({ thinkMs }: Limits): string =>
  `it computed for more than ${thinkMs} ms without asking for a step`
