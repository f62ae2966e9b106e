/** What a user's strategy may take at most. */
export interface Limits {
  /** Computing between two steps, ms; a machine that is busy with other things does not count. */
  readonly thinkMs: number
  /** How much longer it is waited for what the engine's own interrupt does not reach, such as loops in native code, ms. */
  readonly graceMs: number
  /** Of all engines of one run together, whatever fills it: the most that the memory of the WebAssembly can grow to. */
  readonly memoryBytes: number
}
export const usualLimits: Limits = { thinkMs: 1000, graceMs: 5000, memoryBytes: 128 * 2 ** 20 }

/** A step or an answer larger than this is refused, characters: four times a context of a million tokens. */
export const largestText = 16_000_000

/** JSON values in one step; so many are read in some 0.2 s, in which nothing else gets its turn. */
export const maxValues = 400_000

/** Characters of all steps of one run that are under way at the same time, in its branches and child runs. */
export const largestUnderWay = 64_000_000

/** How often a run may start a strategy of a user, one that wraps nothing but itself included. */
export const maxStarts = 2000

/** Characters of the steps that hold no messages and are written down whole. The rest is held to `largestText`. */
const largestStep: { readonly [kind: string]: number } = { note: 100_000, 'own-tool': 1_000_000, 'run-tool': 4_000_000 }

/** What is wrong with the size of a step, or null. */
export function sizeProblem(kind: string, size: number): string | null {
  const most = largestStep[kind]
  if (most === undefined || size <= most) return null
  return `the step ${kind} does not fit: it has ${size} characters, and ${most} are the most`
}

export const tooLong = ({ thinkMs }: Limits): string =>
  `it computed for more than ${thinkMs} ms without asking for a step`
