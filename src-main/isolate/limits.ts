/** Limits for a user's strategy. */
export interface Limits {
  /** CPU time between two steps, ms; time in which other processes run does not count. */
  readonly thinkMs: number
  /**
   * Extra time, ms, before the thread is ended, for what the engine's interrupt does not reach: loops in native code.
   */
  readonly graceMs: number
  /** Maximum WebAssembly memory of all engines of one run together, whatever it is used for. */
  readonly memoryBytes: number
}
export const defaultLimits: Limits = { thinkMs: 1000, graceMs: 5000, memoryBytes: 128 * 2 ** 20 }

/** A larger step or answer is refused, characters: four times a context of a million tokens. */
export const maxText = 16_000_000

/** JSON values in one step; parsing this many blocks the process for some 0.2 s. */
export const maxValues = 400_000

/** Characters of all concurrent steps of one run, in its branches and child runs. */
export const maxUnderWay = 64_000_000

/** How often a run may start a user's strategy, to stop one that wraps itself without end. */
export const maxStarts = 2000

/** Characters of a step without messages, which is logged in full. Other steps are limited by `maxText`. */
const largestStep: { readonly [kind: string]: number } = { note: 100_000, 'own-tool': 1_000_000, 'run-tool': 4_000_000 }

/** What is wrong with the size of a step, or null. */
export function sizeProblem(kind: string, size: number): string | null {
  const most = largestStep[kind]
  if (most === undefined || size <= most) return null
  return `the step ${kind} does not fit: it has ${size} characters, and ${most} are the most`
}

export const tooLong = ({ thinkMs }: Limits): string =>
  `it computed for more than ${thinkMs} ms without asking for a step`
