import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../../../src-shared/base/json.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { WebhookEvent } from '../../../../src-shared/settings/listeners.ts'
import { choiceLabel } from '../../../../src-shared/strategy/strategy-info.ts'

/** What a message says about a run: figures and names, never messages, answers, arguments or results. */
export function webhookBody(
  event: WebhookEvent | 'test',
  at: number,
  about: { readonly run: Run; readonly project: string; readonly title: string } | null,
): JsonObject {
  const head = { version: 1, event, at: new Date(at).toISOString() }
  if (about === null) return head
  const { run, project, title } = about
  const { modelCalls, toolCalls, toolFailures, input, cachedInput, output, cost } = run.totals
  return {
    ...head,
    project,
    conversation: { id: run.conversationId, title },
    run: {
      id: run.id,
      status: run.status,
      strategy: choiceLabel(run.strategy),
      models: [...new Set(Object.values(run.roles).map(({ model }) => model))],
      startedAt: new Date(run.startedAt).toISOString(),
      durationMs: run.durationMs,
      modelCalls,
      toolCalls,
      toolFailures,
      tokens: { input, cachedInput, output },
      costUsd: cost,
      failure: run.failure?.kind ?? null,
    },
  }
}

/**
 * Headers by which the receiver knows the sender and a repetition.
 * Source: Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param secret null signs nothing; `whsec_` before base64, or any text
 * @param at seconds since 1970
 */
export function webhookHeaders(id: string, at: number, body: string, secret: string | null): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': `${at}` }
  if (secret === null) return headers
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}
