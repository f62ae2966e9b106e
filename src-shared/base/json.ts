import { z } from 'zod'

/** Plain JSON data: what steps, answers, events and options are made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
)

export const jsonObject = z.record(z.string(), json)
export type JsonObject = { readonly [key: string]: Json }
