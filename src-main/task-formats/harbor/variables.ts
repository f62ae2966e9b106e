/**
 * Variables that a task sets. A value may be one of this computer: `${NAME}`, or `${NAME:-otherwise}`. Those may be the
 * user's keys, so only names that the user allows are read. Within other text, `${NAME}` means nothing, as with Harbor.
 * Source: `resolve_env_vars` in Harbor’s `utils/env.py`
 */

const reference = /^\$\{([^}:]+)(?::-(.*))?\}$/

/** Names of variables of this computer that the values refer to. @param only those without a value to use otherwise */
export function namesRead(values: Readonly<Record<string, string>>, only?: 'needed'): string[] {
  const found = Object.values(values).flatMap((value) => {
    const [, name, otherwise] = reference.exec(value) ?? []
    return name === undefined || (only === 'needed' && otherwise !== undefined) ? [] : [name]
  })
  return [...new Set(found)]
}

/**
 * The values with references resolved. One that refers to a variable which is missing or not allowed is left out.
 * @param allowed names that may be read of `computer`
 */
export function resolvedVariables(
  values: Readonly<Record<string, string>>,
  allowed: readonly string[],
  computer: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([variable, value]) => {
      const [, name, otherwise] = reference.exec(value) ?? []
      if (name === undefined) return [[variable, value]]
      const found = (allowed.includes(name) ? computer[name] : undefined) ?? otherwise
      return found === undefined ? [] : [[variable, found]]
    }),
  )
}
