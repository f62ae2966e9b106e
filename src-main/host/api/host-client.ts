import type { Method, Params, Result } from '../../../src-shared/api/host-api.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Host } from '../host.ts'

/**
 * A typed request for shells that run the host in their own process. It owns one cast: the host answers each method
 * with that method's result.
 * @throws FailureError if the host answers with a failure
 */
export async function ask<M extends Method>(host: Host, method: M, params: Params<M>): Promise<Result<M>> {
  const reply = await host.handle(method, params)
  if (!reply.ok) throw new FailureError(reply.failure)
  return reply.value as Result<M>
}
