import { z } from 'zod'
import { excessIn } from './excess.ts'
import type { JsonObject } from './json.ts'

/** Words whose matching takes a time that has nothing to do with their length. */
const endless = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'patternProperties', 'uniqueItems'])

/**
 * A type for what a JSON Schema of somebody else says. Matching takes time in proportion to the schema and the value:
 * patterns of texts are not looked at, and a schema that is too large, refers to its parts or says what is not known here
 * allows every object. Whoever owns the schema checks again (T79).
 */
export function schemaFrom(schema: JsonObject): z.ZodType {
  const any = z.record(z.string(), z.unknown())
  if (excessIn(schema) !== null) return any
  let isEndless = false
  const text = JSON.stringify(schema, (word, value: unknown) => {
    isEndless ||= endless.has(word)
    return word === 'pattern' && typeof value === 'string' ? undefined : value
  })
  if (isEndless) return any
  try {
    return z.fromJSONSchema(JSON.parse(text))
  } catch {
    return any
  }
}
