import { keyVariable, keyVariables } from '../host/runs/endpoint-profile.ts'

export interface EnvironmentKeys {
  /** The key for an endpoint; null if the environment has none. */
  at(baseUrl: string): string | null
}

/** Takes the keys out of the environment, so that no child process can read them there (T28). */
export function takeKeys(environment: NodeJS.ProcessEnv): EnvironmentKeys {
  const keys = new Map<string, string>()
  for (const variable of keyVariables) {
    const key = environment[variable]?.trim() ?? ''
    if (key !== '') keys.set(variable, key)
    delete environment[variable]
  }
  return { at: (baseUrl) => keys.get(keyVariable(baseUrl)) ?? null }
}
