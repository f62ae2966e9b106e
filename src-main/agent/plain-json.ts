import type { z } from 'zod'

/** Throws if a value is not plain JSON, naming the place. */
export function assertPlain(value: unknown, what: string, path = ''): void {
  if (isPlainLeaf(value)) return
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) assertPlain(each, what, `${path}[${at}]`)
    return
  }
  if (!isRecord(value)) throw notPlain(value, what, path)
  for (const key of Object.keys(value)) {
    // A field that is left out and one that is undefined are the same in JSON.
    if (value[key] !== undefined) assertPlain(value[key], what, `${path}.${key}`)
  }
}

/** The result of `JSON.parse(JSON.stringify(value))`, without the text in between. Throws as `assertPlain` does. */
export function plainCopy(value: unknown, what: string, path = ''): unknown {
  if (typeof value === 'string') return value
  // JSON has no negative zero.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return Array.from(value, (each, at) => plainCopy(each, what, `${path}[${at}]`))
  if (!isRecord(value)) throw notPlain(value, what, path)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    const each = plainCopy(value[key], what, `${path}.${key}`)
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: each, enumerable: true, configurable: true, writable: true })
    else copy[key] = each
  }
  return copy
}

function isPlainLeaf(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'number' && Number.isFinite(value)
}

const notPlain = (value: unknown, what: string, path: string) =>
  new Error(`${what} is not plain JSON at \`${path || '.'}\`: ${kindOf(value)}`)

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
  return deepFreeze(schema.parse(plainCopy(value, what)))
}

/** Strategies share answers between requests; none may change what another one saw. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}
