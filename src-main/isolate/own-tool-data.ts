import { z } from 'zod'
import { json } from '../../src-shared/base/json.ts'
import type { OwnField } from '../strategy/strategy-tools/own-fields.ts'

/** A tool of a user's strategy, as it crosses out of the isolate. */
const line = z.string().max(4000)
const size = z.number().int().min(0)
const number = z.number().nullable()
const described = { description: line, otherwise: json.optional() }

const field: z.ZodType<OwnField> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), ...described, min: size, max: size.nullable() }),
    z.object({ type: z.literal('number'), ...described, min: number, max: number, whole: z.boolean() }),
    z.object({ type: z.literal('flag'), ...described }),
    z.object({ type: z.literal('choice'), ...described, choices: z.array(line).min(1).max(1000) }),
    z.object({ type: z.literal('list'), ...described, item: field, min: size, max: size.nullable() }),
    z.object({ type: z.literal('group'), ...described, fields }),
  ]),
)
const fields = z.record(z.string().min(1).max(100), field)

export const ownToolData = z.object({
  name: z.string().regex(/^[A-Za-z_][\w-]{0,63}$/, 'letters, figures, _ and -; at most 64 characters'),
  description: line,
  fields,
})
