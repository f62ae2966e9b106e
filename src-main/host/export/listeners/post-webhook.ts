import { type Failure, FailureError } from '../../../../src-shared/base/failure.ts'
import { fetchAsUser } from '../../../network/fetch-as-user.ts'

/** Time limit of one attempt, ms. */
const attemptWithin = 10_000
/** Waits before the further attempts, ms. */
export const webhookWaits: readonly number[] = [1000, 10_000, 60_000]

export interface WebhookPost {
  readonly url: string
  readonly body: string
  /** Made anew for each attempt: they contain the time. */
  readonly headers: () => Record<string, string>
}

/**
 * Sends a message, and again if the receiver can't be reached or says that it can't take it now. Redirects are not
 * followed: only the address that the user set is called.
 * @param wait resolves after that many ms with whether to try again
 * @returns null once it was received
 */
export async function postWebhook(
  post: WebhookPost,
  waits: readonly number[],
  wait: (ms: number) => Promise<boolean>,
): Promise<Failure | null> {
  for (const pause of [...waits, null]) {
    const attempt = await tryOnce(post)
    if (attempt.failure === null) return null
    if (!attempt.again || pause === null || !(await wait(pause))) return attempt.failure
  }
  return null
}

interface Attempt {
  readonly failure: Failure | null
  readonly again: boolean
}

async function tryOnce({ url, body, headers }: WebhookPost): Promise<Attempt> {
  const signal = AbortSignal.timeout(attemptWithin)
  try {
    const request = { method: 'POST', body, headers: headers(), redirect: 'manual', signal } as const
    const response = await fetchAsUser(url, request)
    await response.body?.cancel()
    if (response.ok) return { failure: null, again: false }
    const { status } = response
    return {
      failure: notTaken(url, `It replied with status ${status}.`),
      again: status === 408 || status === 429 || status >= 500,
    }
  } catch (thrown) {
    return { failure: notTaken(url, 'It can’t be reached.', String(thrown)), again: true }
  }
}

function notTaken(url: string, why: string, detail?: string): Failure {
  return {
    kind: 'not-found',
    message: `The webhook at ${new URL(url).host} did not take a message. ${why}`,
    advice: 'Check the address in Settings → Integrations.',
    ...(detail !== undefined && { detail }),
  }
}

/** @throws FailureError if it is not received at the first attempt */
export async function testPost(post: WebhookPost): Promise<void> {
  const { failure } = await tryOnce(post)
  if (failure !== null) throw new FailureError(failure)
}
