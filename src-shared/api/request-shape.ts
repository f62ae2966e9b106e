import { z } from 'zod'

/** What requests are made of: the schema of the parameters, and the type of the result. */
export const ask = <P extends z.ZodType, R>(params: P, _result?: R) => ({ params }) as { params: P; result: R }
export const result = <R>() => undefined as R

export const id = z.string().min(1).max(64)
/** A model's context fits in a few MB; a message larger than this is refused. */
export const text = z.string().max(4_000_000)
