import { createModelClient, type ModelClient } from '../../../src-main/model/client.ts'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ReadImage } from '../../../src-shared/mentions/image-marks.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { RateBuckets } from '../../../src-shared/model/rate-buckets.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

export const profileFor = (baseUrl: string, over: Partial<ModelProfile> = {}): ModelProfile => ({
  id: 'p1',
  name: 'Test',
  preset: 'custom',
  api: 'chat-completions',
  baseUrl,
  model: 'test-model',
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  contextWindow: 8000,
  price: null,
  idleLimitMs: 5000,
  ...over,
})

export const requestFor = (over: Partial<ModelRequest> = {}): ModelRequest => ({
  role: 'default',
  messages: [{ role: 'user', text: 'hello' }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  stopAfterCalls: 0,
  temperature: null,
  ...over,
})

export const bound: BoundRole = { profileId: 'p1', profileName: 'Test', model: 'test-model' }

export const recipient = { api: 'chat-completions', profileId: 'p1', model: 'test-model' } as const

interface Received {
  readonly text: string[]
  readonly reasoning: string[]
  readonly calls: { index: number; tool: string; text: string }[]
  readonly notices: string[]
  readonly retries: { attempt: number; waitMs: number; failure: Failure }[]
}

interface Setting {
  readonly buckets?: RateBuckets
  readonly wait?: (ms: number) => Promise<void>
  readonly profile?: Partial<ModelProfile>
  readonly key?: string | null
  readonly readImage?: ReadImage
}

export function clientFor(url: string, setting: Setting = {}): ModelClient {
  const profile = profileFor(url, setting.profile)
  return createModelClient({
    profileOf: (id) => (id === 'p1' ? profile : undefined),
    keyOf: () => Promise.resolve(setting.key ?? null),
    clock: { now: () => Date.parse('2026-01-01T00:00:00Z'), elapsed: () => performance.now() },
    random: () => 0,
    // The handler records waits; the test doesn't wait.
    wait: async (ms) => {
      await setting.wait?.(ms)
      return 'over'
    },
    buckets: setting.buckets,
    ...(setting.readImage && { readImage: setting.readImage }),
  })
}

/** One call, with everything that its handler received. */
export async function callOnce(
  client: ModelClient,
  over: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
) {
  const received: Received = { text: [], reasoning: [], calls: [], notices: [], retries: [] }
  const end = await client.call(
    bound,
    requestFor(over),
    {
      onDelta: (channel, text) => received[channel].push(text),
      onCallDelta: (index, tool, text) => received.calls.push({ index, tool, text }),
      onNotice: (text) => received.notices.push(text),
      onRetry: (attempt, waitMs, failure) => received.retries.push({ attempt, waitMs, failure }),
    },
    signal,
  )
  return { end, heard: received }
}
