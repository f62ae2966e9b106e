import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'

/** What a view asked the host for: on its way, here, or refused with a reason. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure }

export const loading = { state: 'loading' } as const

/** Settles an answer into what a view can show; never rejects. */
export async function loaded<T>(answer: Promise<T>): Promise<Loadable<T>> {
  try {
    return { state: 'ready', value: await answer }
  } catch (thrown) {
    return { state: 'failed', failure: failureFrom(thrown) }
  }
}

/** The value where it is there, else the one given. */
export function valueOr<T>(loadable: Loadable<T>, otherwise: T): T {
  return loadable.state === 'ready' ? loadable.value : otherwise
}
