import { z } from 'zod'

/** A project, by its id or by that of something in it. */
export interface ProjectReference {
  readonly kind: 'project' | 'conversation' | 'turn' | 'run'
  readonly id: string
}

interface Request<P extends z.ZodType, R> {
  readonly params: P
  /** For types only: there is no such value at run time. */
  readonly result: R
  /** Whether it changes what is stored. If nothing can be written, only `read` is executed. */
  readonly effect: 'read' | 'write'
  /** Whether the window repeats the request by itself if the connection was lost before the result arrived. */
  readonly again: boolean
  /** The project in which the request starts or continues work, which a read-only import refuses; null: none. */
  readonly worksIn: ((params: z.output<P>) => ProjectReference) | null
}

/** A request that only reads, and can be repeated. */
export const read = <P extends z.ZodType, R>(params: P, _result?: R) =>
  ({ params, effect: 'read', again: true, worksIn: null }) as Request<P, R>

/** One that stores nothing, but takes long, costs something or shows something to the user. */
export const readOnce = <P extends z.ZodType, R>(params: P, _result?: R) =>
  ({ params, effect: 'read', again: false, worksIn: null }) as Request<P, R>

/** One that changes what is stored. @param worksIn see `Request`; `nowhere` is said, not left out */
export const write = <P extends z.ZodType, R>(params: P, _result: R, worksIn: Request<P, R>['worksIn']) =>
  ({ params, effect: 'write', again: false, worksIn }) as Request<P, R>

export const result = <R>() => undefined as R
export const nowhere = null

export const id = z.string().min(1).max(64)
/** A model's context fits in a few MB; a message larger than this is refused. */
export const text = z.string().max(4_000_000)
