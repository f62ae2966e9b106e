import type { StrategyChoice } from './strategy-info.ts'

/** The strategy that gives a run the earlier conversation. The app wraps it around the user's choice. */
export const historyWrapper = 'conversation'

export function isOrWraps(choice: StrategyChoice, name: string): boolean {
  return choice.name === name || (choice.inner !== undefined && isOrWraps(choice.inner, name))
}

/** A strategy's version as a person chose it, and the wrapper that the app put around it. */
export interface ChosenVersion {
  readonly version: string
  /** `conversation@1`; null if none was put around it. */
  readonly wrapper: string | null
}

/**
 * @param version as a run's log has it: `conversation@1(tool-loop@1)`
 * @param chosen what the person chose: `tool-loop`
 */
export function chosenVersion(version: string, chosen: StrategyChoice): ChosenVersion {
  const [, wrapper, inner] = /^([^@]+@\d+)\((.+)\)$/.exec(version) ?? []
  const added = wrapper?.startsWith(`${historyWrapper}@`) === true && !isOrWraps(chosen, historyWrapper)
  return added && inner !== undefined ? { version: inner, wrapper } : { version, wrapper: null }
}
