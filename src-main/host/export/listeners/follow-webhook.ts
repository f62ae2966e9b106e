import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { listenerKeyId, type WebhookEvent } from '../../../../src-shared/settings/listeners.ts'
import type { HostContext } from '../../host-context.ts'
import { knownKeys } from '../../settings/redact-keys.ts'
import { createRedactor } from '../../settings/redact-secrets.ts'
import { postWebhook, testPost, type WebhookPost, webhookWaits } from './post-webhook.ts'
import { webhookBody, webhookHeaders } from './webhook-body.ts'

type Parts = Pick<HostContext, 'store' | 'bus' | 'settings' | 'profiles' | 'keys' | 'options' | 'clock'>

/** Messages under way; a further one is dropped, so that a dead receiver costs nothing. */
const maxOpen = 50
/** How long closing waits for the last messages, ms. */
const closeWithin = 5000

/**
 * Tells the user's webhook when a run of this host has ended or waits for the user. Off until an address is set. It
 * never holds a run up, and a receiver that fails is reported once, until it takes a message again.
 * @param isOurs whether this host executes a run
 * @returns ends it: waits for messages that are being sent, but not for further attempts
 */
export function followWebhook(parts: Parts, isOurs: (runId: string) => boolean, waits = webhookWaits) {
  const { bus, settings } = parts
  const statuses = new Map<string, Run['status']>()
  const open = new Set<Promise<void>>()
  const closing = new AbortController()
  let reported = false

  async function send(event: WebhookEvent, run: Run): Promise<void> {
    const failure = await postWebhook(post(parts, event, run), waits, pause)
    if (failure !== null && !reported)
      bus.publish({ kind: 'notice', level: 'warning', text: `${failure.message} ${failure.advice}` })
    reported = failure !== null
  }
  const pause = (ms: number) => delay(ms, true, { signal: closing.signal, ref: false }).catch(() => false)

  const undo = bus.follow((change) => {
    if (change.kind !== 'run') return
    const { run } = change
    const event = eventOf(statuses.get(run.id), run)
    if (run.endedAt === null) statuses.set(run.id, run.status)
    else statuses.delete(run.id)
    if (event === null || !isOurs(run.id)) return
    const { url, events } = settings.read().webhook
    if (url === '' || !events.includes(event) || open.size >= maxOpen) return
    const sending = send(event, run).catch(() => undefined)
    open.add(sending)
    void sending.then(() => open.delete(sending))
  })

  return async () => {
    undo()
    closing.abort()
    await Promise.race([Promise.all(open), delay(closeWithin, undefined, { ref: false })])
  }
}

/** Only changes count: records are published often, also after the end. */
function eventOf(before: Run['status'] | undefined, run: Run): WebhookEvent | null {
  if (run.status === before || (before === undefined && run.status !== 'waiting')) return null
  if (run.status === 'waiting') return 'run-waiting'
  return run.status === 'completed' || run.status === 'failed' || run.status === 'aborted' ? 'run-ended' : null
}

/** Sends a message without a run. @throws FailureError if none is set, or it is not received */
export async function testWebhook(parts: Parts): Promise<void> {
  if (parts.settings.read().webhook.url === '')
    throw new FailureError({
      kind: 'invalid-request',
      message: 'No webhook is set.',
      advice: 'Enter its address first.',
    })
  await testPost(post(parts, 'test', null))
}

function post(parts: Parts, event: WebhookEvent | 'test', run: Run | null): WebhookPost {
  const { store, keys, settings, clock } = parts
  const about =
    run === null
      ? null
      : {
          run,
          project: store.projects.get(run.projectId)?.name ?? '',
          title: store.conversations.get(run.conversationId)?.title ?? '',
        }
  const redactor = createRedactor(knownKeys(parts, process.env))
  const body = JSON.stringify(redactor.deep(webhookBody(event, clock.now(), about)))
  const id = `msg_${randomUUID()}`
  const secret = keys.get(listenerKeyId('webhook'))
  const headers = () => webhookHeaders(id, Math.floor(clock.now() / 1000), body, secret)
  return { url: settings.read().webhook.url, body, headers }
}
