import type { z } from 'zod'

/** Throws where a value is more than JSON can hold, naming the place. */
export function assertPlain(value: unknown, what: string, place = ''): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) assertPlain(each, what, `${place}[${at}]`)
    return
  }
  if (!isRecord(value)) throw new Error(`${what} is not plain JSON at \`${place || '.'}\`: ${kindOf(value)}`)
  for (const key of Object.keys(value)) {
    // A field that is left out and one that is undefined are the same in JSON.
    if (value[key] !== undefined) assertPlain(value[key], what, `${place}.${key}`)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  return `an object of ${value.constructor?.name ?? 'no class'}`
}

/**
 * The value as it will be when read back from the log: same fields, same order. So a run that is replayed
 * hands the strategy exactly what the live run handed it.
 */
export function asStored<T extends z.ZodType>(schema: T, value: z.input<T>, what: string): z.output<T> {
  assertPlain(value, what)
  return deepFrozen(schema.parse(JSON.parse(JSON.stringify(value))))
}

/** Strategies share answers between requests; none may change what another one saw. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFrozen(each)
  }
  return value
}
