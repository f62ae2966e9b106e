/** The place in a user's strategy that asks for a step. */
export interface StepSource {
  /** The strategy's name. */
  readonly strategy: string
  readonly file: string
  /** From 1; 0 if the engine does not know it. */
  readonly line: number
}

/**
 * Thrown at a step to find out who asks for it: the innermost user's strategy around the step notes its line, and no
 * strategy can catch it.
 */
export class StepProbe extends Error {
  override name = 'StepProbe'
  found: StepSource | null = null
}
