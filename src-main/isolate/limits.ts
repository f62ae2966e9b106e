/** What a user's strategy may take at most. */
export interface Limits {
  /** Between two steps, ms. */
  readonly thinkMs: number
  readonly memoryBytes: number
}
export const usualLimits: Limits = { thinkMs: 1000, memoryBytes: 128 * 2 ** 20 }

/** A step or an answer larger than this is refused, characters. */
export const largestText = 32_000_000

export const tooLong = ({ thinkMs }: Limits): string =>
  `it computed for more than ${thinkMs} ms without asking for a step`
