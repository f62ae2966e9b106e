import type { Method, Params, Result } from '../../src-shared/api/host-api.ts'

/** How one request is executed. It may throw: a `FailureError` is shown as it is, anything else is a bug. */
export type Handler<M extends Method> = (params: Params<M>) => Result<M> | Promise<Result<M>>
export type Handlers = { readonly [M in Method]: Handler<M> }
/** The part of the requests that one file answers. */
export type HandlersOf<M extends Method> = Pick<Handlers, M>
