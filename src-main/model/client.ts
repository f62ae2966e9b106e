import { failureFrom } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { ReadImage } from '../../src-shared/mentions/image-marks.ts'
import { estimatedUsage } from '../../src-shared/model/estimated-usage.ts'
import type { ModelRequest } from '../../src-shared/model/message.ts'
import type { ModelApi } from '../../src-shared/model/provider-data.ts'
import type { BoundRole } from '../../src-shared/run/leaf-starts.ts'
import { type ModelProfile, takesImages } from '../../src-shared/settings/settings.ts'
import {
  type CallEnd,
  type CallPorts,
  type CallProgress,
  type CallStreamHandler,
  callUntilDone,
  priceOf,
  stopped,
} from './call.ts'
import { CutPrompts } from './cut-prompts.ts'
import { readKey } from './endpoints/read-key.ts'
import { EndpointTerms } from './refusals/endpoint-terms.ts'
import { type Form, formsFor } from './requests/forms.ts'
import { StreamHandlerGuard } from './tolerance/stream-handler-guard.ts'
import type { Wire } from './wire.ts'
import { wires } from './wires.ts'

export interface ModelClientPorts extends CallPorts {
  profileOf(profileId: string): ModelProfile | undefined
  /** Null: none is set. Read for each call and not kept after it. */
  keyOf(profileId: string): Promise<string | null>
  /** Left out: there are no images. */
  readImage?: ReadImage
}

export interface ModelClient {
  /** The API of requests to this model. */
  api(bound: BoundRole): ModelApi
  /** All parameters that are sent besides messages and tools, for the log. */
  parameters(bound: BoundRole, request: ModelRequest): JsonObject
  /** The forms in which messages and tools are sent to this model, for the log. */
  forms(bound: BoundRole): readonly Form[]
  /** Whether images are sent to this model. */
  images(bound: BoundRole): boolean
  /** Whether its endpoint has refused a request with tools since the app was started. */
  refusesTools(bound: BoundRole): boolean
  /**
   * Never rejects. After an abort it settles immediately and the handler is not called again.
   * @param wait between attempts, instead of the client's own
   */
  call(
    bound: BoundRole,
    request: ModelRequest,
    handler: CallStreamHandler,
    signal: AbortSignal,
    wait?: CallPorts['wait'],
  ): Promise<CallEnd>
}

/**
 * The client of all model endpoints.
 *
 * 1. Only a finished answer is returned; streamed parts go to the handler, and are void after a retry.
 * 2. Attempts are limited, and each failed one is reported (`onRetry`).
 * 3. A key leaves it in the request's own header and nowhere else (T28).
 */
export function createModelClient(ports: ModelClientPorts): ModelClient {
  const terms = new EndpointTerms()
  const cuts = new CutPrompts()
  return {
    api: ({ profileId }) => ports.profileOf(profileId)?.api ?? 'chat-completions',
    parameters: ({ profileId, model }, request) => {
      const profile = ports.profileOf(profileId)
      if (profile === undefined) return { model }
      return wireOf(profile).parameters(profile, model, request, terms.of(profile, model))
    },
    forms: ({ profileId, model }) => {
      const profile = ports.profileOf(profileId)
      return profile === undefined ? [] : formsFor(profile, terms.of(profile, model))
    },
    images: ({ profileId, model }) => {
      const profile = ports.profileOf(profileId)
      return profile === undefined || (takesImages(profile) && !terms.of(profile, model).has('no-images'))
    },
    refusesTools: ({ profileId, model }) => {
      const profile = ports.profileOf(profileId)
      return profile !== undefined && terms.toolsOf(profile, model) !== undefined
    },
    call: async (bound, request, handler, signal, wait = ports.wait) => {
      const guard = new StreamHandlerGuard(handler, signal)
      const progress: CallProgress = { sent: 0, draft: null }
      try {
        const work = () => start({ ...ports, wait }, { terms, cuts }, bound, request, guard, progress)
        const end = await orStopped(guard.signal, work)
        const shown: CallEnd = guard.broken === null ? end : { ok: false, failure: guard.broken, firstTokenMs: null }
        return shown.ok ? shown : { ...shown, ...(await spentOn(shown, progress, bound, ports)) }
      } catch (error) {
        return { ok: false, failure: failureFrom(error), firstTokenMs: null }
      } finally {
        guard.close()
      }
    },
  }
}

async function start(
  ports: ModelClientPorts,
  known: { readonly terms: EndpointTerms; readonly cuts: CutPrompts },
  bound: BoundRole,
  request: ModelRequest,
  guard: StreamHandlerGuard,
  progress: CallProgress,
): Promise<CallEnd> {
  const profile = ports.profileOf(bound.profileId)
  if (profile === undefined) return noProfile(bound)
  const wire = wireOf(profile)
  await wire.load()
  const read = await readKey(profile, (id) => ports.keyOf(id))
  if (!read.ok) return { ok: false, failure: read.failure, firstTokenMs: null }
  const { handler, signal } = guard
  if (signal.aborted) return stopped
  const connection = { profile, model: bound.model, key: read.key }
  // Its table is loaded while the model answers: after Stop there is no time for that.
  void Promise.resolve(priceOf({ connection }, estimatedUsage(0, 0))).catch(() => {})
  const { readImage } = ports
  return callUntilDone({ wire, connection, request, handler, signal, ...known, ports, readImage, progress })
}

/**
 * What an answer that was cut off used. Of a request without an answer nothing is known, but if the user stopped it while
 * the model read it, what it read was used.
 */
async function spentOn(
  { failure }: Extract<CallEnd, { ok: false }>,
  { sent, draft }: CallProgress,
  bound: BoundRole,
  ports: ModelClientPorts,
): Promise<Pick<Extract<CallEnd, { ok: false }>, 'spent'>> {
  const profile = ports.profileOf(bound.profileId)
  if (draft === null || profile === undefined || !(draft.started || failure.kind === 'aborted')) return {}
  const usage = draft.spent(sent)
  const cost = await priceOf({ connection: { profile, model: bound.model, key: null } }, usage)
  return { spent: { usage, cost } }
}

const wireOf = ({ api }: ModelProfile): Wire => wires[api]

// Stop settles the call even if the keychain prompts or the server does not close.
async function orStopped(signal: AbortSignal, work: () => Promise<CallEnd>): Promise<CallEnd> {
  if (signal.aborted) return stopped
  let onAbort = () => {}
  const aborted = new Promise<CallEnd>((resolve) => {
    onAbort = () => resolve(stopped)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function noProfile(bound: BoundRole): CallEnd {
  const failure = {
    kind: 'not-found',
    message: `The model “${bound.profileName}” no longer exists.`,
    advice: 'Choose another model for this role, or add it again in Settings.',
  } as const
  return { ok: false, failure, firstTokenMs: null }
}
