import { z } from 'zod'
import { type Method, type Params, type Reply, requests } from '../../../src-shared/api/host-api.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { Handler, Handlers } from '../handlers.ts'

/**
 * Validates a request and carries it out. Whatever comes in, a reply goes out (T21).
 *
 * This file owns two casts: a method's name, its parameters and its handler belong together by `Handlers`, which
 * TypeScript can't follow through a lookup by a variable name.
 */
export async function handleRequest(handlers: Handlers, method: string, params: unknown): Promise<Reply> {
  if (!isMethod(method)) return refused(`This version of Stratagem knows no request "${method.slice(0, 100)}".`)
  const parsed = requests[method].params.safeParse(params)
  if (!parsed.success) return refused(`The request "${method}" was not understood.`, z.prettifyError(parsed.error))
  try {
    const handler = handlers[method] as Handler<Method>
    return { ok: true, value: await handler(parsed.data as Params<Method>) }
  } catch (thrown) {
    return { ok: false, failure: failureFrom(thrown) }
  }
}

function isMethod(method: string): method is Method {
  return Object.hasOwn(requests, method)
}

function refused(message: string, detail?: string): Reply {
  const failure: Failure = {
    kind: 'invalid-request',
    message,
    advice: 'Reload the window; if it happens again, update Stratagem.',
    ...(detail === undefined ? {} : { detail }),
  }
  return { ok: false, failure }
}
