import { z } from 'zod'

/** Addresses that the app reports runs to. Each is off until the user sets it. */

/** Why a text is no address to report to, as a sentence; null if it is one, or empty. */
export function listenerProblem(address: string): string | null {
  if (address === '') return null
  const host = /^https?:\/\/([^\s/?#]+)([/?#]\S*)?$/i.exec(address)?.[1]
  if (host === undefined) return 'Enter an http or https address.'
  return host.includes('@') ? 'Put the password into the secret below, not into the address.' : null
}

const address = z
  .string()
  .max(2000)
  .refine((text) => listenerProblem(text) === null, 'no http or https address')

export const webhookEvents = ['run-ended', 'run-waiting'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhook = z.object({
  /** Empty: off. */
  url: address,
  events: z.array(z.enum(webhookEvents)).readonly(),
})
export type Webhook = z.infer<typeof webhook>

export const noWebhook: Webhook = { url: '', events: ['run-ended', 'run-waiting'] }

export const telemetry = z.object({
  /** Of an OpenTelemetry collector; empty: off. */
  endpoint: address,
  /** Whether messages, answers, arguments and results are sent, not only names and figures. */
  content: z.boolean(),
})
export type Telemetry = z.infer<typeof telemetry>

export const noTelemetry: Telemetry = { endpoint: '', content: false }

/** What is sent along so that a listener knows the sender. Kept as model keys are, never in the settings. */
export const listenerSecrets = ['webhook', 'telemetry'] as const
export type ListenerSecret = (typeof listenerSecrets)[number]

/** The name of a secret in the key store; no profile has such an id. */
export const listenerKeyId = (secret: ListenerSecret): string => `listener:${secret}`
