import type { Method, Params, Result } from '../../src-shared/api/host-api.ts'

/** Executes one request. It may throw: a `FailureError` is shown to the user, anything else is a bug. */
export type Handler<M extends Method> = (params: Params<M>) => Result<M> | Promise<Result<M>>
export type Handlers = { readonly [M in Method]: Handler<M> }
/** The part of the requests that one file handles. */
export type HandlersOf<M extends Method> = Pick<Handlers, M>
