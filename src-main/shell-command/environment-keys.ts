import { keyVariable, keyVariables } from '../host/runs/endpoint-profile.ts'
import { otlpHeadersVariable } from './arguments/argument-parts.ts'

export interface EnvironmentKeys {
  /** The key for an endpoint; null if the environment has none. */
  at(baseUrl: string): string | null
  /** The headers for the collector that a command line names; empty if there are none. */
  readonly otlpHeaders: string
}

/** Takes the keys out of the environment, so that no child process can read them there (T28). */
export function takeKeys(environment: NodeJS.ProcessEnv): EnvironmentKeys {
  const keys = new Map<string, string>()
  for (const variable of keyVariables) {
    const key = environment[variable]?.trim() ?? ''
    if (key !== '') keys.set(variable, key)
    delete environment[variable]
  }
  const { [otlpHeadersVariable]: otlpHeaders = '' } = environment
  delete environment[otlpHeadersVariable]
  return { at: (baseUrl) => keys.get(keyVariable(baseUrl)) ?? null, otlpHeaders }
}
