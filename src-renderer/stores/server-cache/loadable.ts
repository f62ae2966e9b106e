import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'

/** Data that a view requested from the host: loading, ready, or refused with a reason. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure }

export const loading = { state: 'loading' } as const

/** Converts a request into a state that a view can show; never rejects. */
export async function toLoadable<T>(answer: Promise<T>): Promise<Loadable<T>> {
  try {
    return { state: 'ready', value: await answer }
  } catch (thrown) {
    return { state: 'failed', failure: failureFrom(thrown) }
  }
}

/** The value if it is ready, otherwise the given one. */
export function valueOr<T>(loadable: Loadable<T>, otherwise: T): T {
  return loadable.state === 'ready' ? loadable.value : otherwise
}
