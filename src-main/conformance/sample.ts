import { z } from 'zod'
import type { Json } from '../../src-shared/base/json.ts'

const schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
})

/** Some JSON that fits a tool's JSON Schema: what a model that understood it would send. */
export function sampleOf(given: unknown): Json {
  const read = schema.safeParse(given)
  if (!read.success) return 'something'
  const { type, properties = {}, items, minimum = 0, maximum = Number.POSITIVE_INFINITY, minItems = 0 } = read.data
  if (read.data.enum?.[0] !== undefined) return read.data.enum[0]
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what names no type, or another, is taken for text
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, sampleOf(each)]))
    case 'array':
      return items === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => sampleOf(items))
    case 'number':
    case 'integer':
      return Math.min(maximum, Math.max(1, minimum))
    case 'boolean':
      return true
    default:
      return 'something'.padEnd(read.data.minLength ?? 0, '.').slice(0, read.data.maxLength)
  }
}
