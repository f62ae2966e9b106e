import { z } from 'zod'
import { type Method, type Params, type Reply, requests } from '../../../src-shared/api/host-api.ts'
import type { ProjectReference } from '../../../src-shared/api/request-shape.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { Handler, Handlers } from '../handlers.ts'

/** What a request is declared to do. @throws FailureError if that is refused here */
export type Guard = (declared: Declared, reference: ProjectReference | null) => void

type Declared = Pick<(typeof requests)[Method], 'effect'>
type PlaceOf = (params: Params<Method>) => ProjectReference

/**
 * Validates a request, passes it to the guards, and executes it. Every input gets a reply (T21).
 *
 * This file owns three casts: a method's name, its definition, its parameters and its handler belong together by
 * `Handlers`, which TypeScript can't follow through a lookup by a variable name.
 */
export async function handleRequest(
  handlers: Handlers,
  guards: readonly Guard[],
  method: string,
  params: unknown,
): Promise<Reply> {
  if (!isMethod(method))
    return refused(`This version of Stratagem does not know the request "${method.slice(0, 100)}".`)
  const declared = requests[method]
  const parsed = declared.params.safeParse(params)
  if (!parsed.success) return refused(`The request "${method}" is not valid.`, z.prettifyError(parsed.error))
  try {
    const request = parsed.data as Params<Method>
    const reference = (declared.worksIn as PlaceOf | null)?.(request) ?? null
    for (const guard of guards) guard(declared, reference)
    const handler = handlers[method] as Handler<Method>
    return { ok: true, value: await handler(request) }
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
    advice: 'Reload the window. If this happens again, update Stratagem.',
    ...(detail === undefined ? {} : { detail }),
  }
  return { ok: false, failure }
}
