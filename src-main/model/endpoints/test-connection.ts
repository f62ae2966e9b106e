import type { ProfileTest } from '../../../src-shared/api/settings-requests.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import type { Clock } from '../attempt.ts'
import { callUntilDone } from '../call.ts'
import type { Fault } from '../fault.ts'
import { redact } from '../redact.ts'
import { EndpointTerms } from '../refusals/endpoint-terms.ts'
import type { Connection } from '../wire.ts'
import { wires } from '../wires.ts'
import { listModels } from './list-models.ts'
import { readKey } from './read-key.ts'

const question: ModelRequest = {
  role: 'test',
  messages: [{ role: 'user', text: 'Reply with the single word: ready' }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  stopAfterCalls: 0,
  temperature: null,
}

/**
 * “Test connection”: lists the models, then streams one short answer. Nothing is retried, so that
 * the user sees immediately what is wrong. @param key null if the endpoint needs none
 */
export async function testConnection(
  profile: ModelProfile,
  key: string | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProfileTest> {
  const read = await readKey(profile, () => Promise.resolve(key))
  if (!read.ok) return { ok: false, failure: read.failure, models: [] }
  const connection = { profile, model: profile.model, key: read.key }
  const listed = await listModels(connection, clock.now(), signal)
  if (!listed.ok && endsTheTest(listed.fault))
    return { ok: false, failure: redact(listed.fault.failure, connection.key), models: [] }
  return askOnce(connection, listed.ok ? listed.models : [], clock, signal)
}

// Some servers have no list, or refuse it to some keys; then the answer decides.
function endsTheTest(fault: Fault): boolean {
  return fault.failure.kind === 'model-unreachable'
}

async function askOnce(
  connection: Connection,
  models: readonly string[],
  clock: Clock,
  signal: AbortSignal,
): Promise<ProfileTest> {
  const end = await callUntilDone({
    wire: wires[connection.profile.api],
    connection,
    request: question,
    handler: { onDelta: () => {}, onCallDelta: () => {}, onRetry: () => {} },
    signal,
    terms: new EndpointTerms(),
    ports: { clock, random: () => 0, wait: async () => 'over' },
    maxTries: 1,
  })
  if (!end.ok) return { ok: false, failure: end.failure, models }
  return { ok: true, models, answer: end.reply.message.text.trim(), firstTokenMs: Math.round(end.firstTokenMs ?? 0) }
}
