import type { FailureKind } from '../../../src-shared/base/failure.ts'

/** An answer with an error status. */
export interface Refusal {
  readonly name: string
  readonly status: number
  readonly error: unknown
  readonly headers?: Record<string, string>
  readonly kind: FailureKind
  readonly tries: number
  readonly says: RegExp
}

const quotaWords = 'You exceeded your current quota, please check your plan and billing details.'
/** All but those of a context that is full. */
export const refusals: readonly Refusal[] = [
  {
    name: 'a refused key',
    status: 401,
    error: { message: 'Incorrect API key' },
    kind: 'model-key-refused',
    tries: 1,
    says: /key.*Enter (the|a valid) key of “Test” in Settings/s,
  },
  {
    name: 'a forbidden model',
    status: 403,
    error: { message: 'Not for you' },
    kind: 'model-key-refused',
    tries: 1,
    says: /Not for you/,
  },
  {
    name: 'an unknown model',
    status: 404,
    error: { message: 'The model `test-model` does not exist', code: 'model_not_found' },
    kind: 'model-rejected',
    tries: 1,
    says: /no model called test-model/,
  },
  {
    name: 'a wrong path',
    status: 404,
    error: 'nothing here',
    kind: 'model-rejected',
    tries: 1,
    says: /No chat API/,
  },
  {
    name: 'a bad request',
    status: 400,
    error: { message: 'messages[3] is odd' },
    kind: 'model-rejected',
    tries: 1,
    says: /messages\[3\] is odd/,
  },
  {
    name: 'a request that makes no sense',
    status: 422,
    error: { detail: [{ loc: ['body'], msg: 'bad' }] },
    kind: 'model-rejected',
    tries: 1,
    says: /bad/,
  },
  ...(
    [
      [400, 'registry/library/x does not support tools'],
      [404, 'No endpoints found that support tool use. Try disabling "shell".'],
      [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
      [400, '`tool calling` is not supported with this model'],
      [400, 'Function calling is not enabled for models/x'],
      [500, 'tools param requires --jinja flag'],
    ] as const
  ).map(
    ([status, message]): Refusal => ({
      name: `a model without tools: ${message.slice(0, 30)}`,
      status,
      error: { message },
      kind: 'tools-refused',
      tries: 1,
      says: /test-model .* can’t call tools.*“In text”/s,
    }),
  ),
  {
    name: 'no credit',
    status: 402,
    error: { message: 'Insufficient credits' },
    kind: 'model-rate-limited',
    tries: 1,
    says: /no credit or quota left.*Add credit/s,
  },
  {
    name: 'an exhausted quota',
    status: 429,
    error: { message: quotaWords, code: 'insufficient_quota' },
    kind: 'model-rate-limited',
    tries: 1,
    says: /no credit or quota left/,
  },
  {
    name: 'a quota that comes back',
    status: 429,
    error: { message: quotaWords },
    headers: { 'retry-after': '2' },
    kind: 'model-rate-limited',
    tries: 5,
    says: /Rate limited/,
  },
  {
    name: 'a rate limit',
    status: 429,
    error: { message: 'Rate limit reached' },
    kind: 'model-rate-limited',
    tries: 5,
    says: /Rate limited/,
  },
  {
    name: 'a rate limit of an hour',
    status: 429,
    error: { message: 'later' },
    headers: { 'retry-after': '3600' },
    kind: 'model-rate-limited',
    tries: 1,
    says: /Rate limited by .* for 1 h 0 min/,
  },
  {
    name: 'a server fault',
    status: 500,
    error: { message: 'oops' },
    kind: 'model-overloaded',
    tries: 5,
    says: /oops.*Your conversation is saved/s,
  },
  {
    name: 'a bad gateway',
    status: 502,
    error: 'bad gateway',
    kind: 'model-overloaded',
    tries: 5,
    says: /is temporarily unavailable/,
  },
  {
    name: 'an overload',
    status: 503,
    error: { message: 'Loading model' },
    kind: 'model-overloaded',
    tries: 5,
    says: /Loading model/,
  },
  { name: 'a time limit', status: 408, error: { message: 'slow' }, kind: 'model-overloaded', tries: 5, says: /slow/ },
  { name: 'a conflict', status: 409, error: { message: 'locked' }, kind: 'model-overloaded', tries: 5, says: /locked/ },
  {
    name: 'what no server does',
    status: 501,
    error: { message: 'not implemented' },
    kind: 'model-rejected',
    tries: 1,
    says: /not implemented/,
  },
  {
    name: 'a request too large',
    status: 413,
    error: { message: 'too big' },
    kind: 'context-overflow',
    tries: 1,
    says: /too long for test-model/s,
  },
]

/** How servers say that the context is full: status and error. */
export const overflows: readonly (readonly [number, unknown])[] = [
  [400, { code: 'context_length_exceeded', message: "This model's maximum context length is 8192 tokens." }],
  [400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
  [400, { message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens" }],
  [400, { message: 'The decoder prompt (length 5000) is longer than the maximum model length of 4096' }],
  [
    400,
    {
      type: 'exceed_context_size_error',
      message: 'request (9000 tokens) exceeds the available context size (8192 tokens)',
    },
  ],
  [500, { message: 'the request exceeds the available context size, try increasing it' }],
  [
    400,
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
  ],
  [400, 'The number of tokens to keep from the initial prompt is greater than the context length.'],
  [400, { message: 'input length exceeds maximum context length' }],
  [500, { message: 'prompt too long; exceeded max context length by 12 tokens' }],
  [
    400,
    {
      message: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    },
  ],
  [400, { message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).' }],
  [400, { message: 'Please reduce the length of the messages or completion.' }],
  [422, { message: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.' }],
  [
    429,
    {
      code: 'rate_limit_exceeded',
      message: 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.',
    },
  ],
]
