import type { ModelApi } from '../../../src-shared/model/provider-data.ts'

/** A template for profiles. All of it can be changed in the profile. */
export interface Preset {
  readonly preset: string
  readonly name: string
  readonly baseUrl: string
  readonly api: ModelApi
  readonly needsKey: boolean
  /** The environment variable that usually holds its key; null if there is none. */
  readonly keyVariable: string | null
  /** Suggested names; “Test connection” lists the endpoint's models. */
  readonly models: readonly string[]
  /** Tokens: a conservative estimate for the provider's current models. */
  readonly contextWindow: number
  /** ms. Local models may read a long prompt for minutes before the first token. */
  readonly idleLimitMs: number
}

/** How long a model on the user's own machine or network may read a prompt before its first token, ms. */
export const nearbyIdleLimitMs = 600_000

const cloud = {
  api: 'chat-completions',
  needsKey: true,
  keyVariable: null,
  contextWindow: 128_000,
  idleLimitMs: 120_000,
} as const
const local = {
  api: 'chat-completions',
  needsKey: false,
  keyVariable: null,
  models: [],
  contextWindow: 32_768,
  idleLimitMs: nearbyIdleLimitMs,
} as const

export const presets: readonly Preset[] = [
  {
    preset: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    ...cloud,
    api: 'responses',
    keyVariable: 'OPENAI_API_KEY',
    models: ['gpt-5.5', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-4.1', 'gpt-4.1-mini', 'o3', 'o4-mini'],
  },
  {
    preset: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    ...cloud,
    api: 'messages',
    keyVariable: 'ANTHROPIC_API_KEY',
    contextWindow: 200_000,
    models: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-4-8', 'claude-haiku-4-5'],
  },
  {
    preset: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    ...cloud,
    keyVariable: 'GEMINI_API_KEY',
    models: ['gemini-3-pro-preview', 'gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  {
    preset: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    ...cloud,
    keyVariable: 'OPENROUTER_API_KEY',
    models: [],
  },
  { preset: 'ollama', name: 'Ollama', baseUrl: 'http://localhost:11434/v1', ...local },
  { preset: 'lm-studio', name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', ...local },
  { preset: 'vllm', name: 'vLLM', baseUrl: 'http://localhost:8000/v1', ...local },
  { preset: 'llama-cpp', name: 'llama.cpp server', baseUrl: 'http://localhost:8080/v1', ...local },
  {
    preset: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    ...cloud,
    keyVariable: 'GROQ_API_KEY',
    models: ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b'],
  },
  {
    preset: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    ...cloud,
    keyVariable: 'MISTRAL_API_KEY',
    models: ['mistral-large-latest', 'mistral-medium-latest', 'codestral-latest'],
  },
  {
    preset: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    ...cloud,
    keyVariable: 'DEEPSEEK_API_KEY',
    models: ['deepseek-chat', 'deepseek-reasoner'],
  },
  {
    preset: 'moonshot',
    name: 'Moonshot AI (Kimi)',
    baseUrl: 'https://api.moonshot.ai/v1',
    ...cloud,
    keyVariable: 'MOONSHOT_API_KEY',
    models: ['kimi-k2-thinking', 'kimi-k2'],
  },
  {
    preset: 'together',
    name: 'Together AI',
    baseUrl: 'https://api.together.xyz/v1',
    ...cloud,
    keyVariable: 'TOGETHER_API_KEY',
    models: [],
  },
  { preset: 'custom', name: 'Custom endpoint', baseUrl: '', ...local, idleLimitMs: cloud.idleLimitMs },
]

/**
 * Whether an address is on this computer or in a private network, where models take longer. Source: RFC 1918, RFC 4193,
 * RFC 6598 (as Tailscale uses it), RFC 6762, and names without a dot.
 */
export function isNearby(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return nearbyHosts.some((each) => each.test(host))
}

const nearbyHosts: readonly RegExp[] = [
  /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^0\.0\.0\.0$/,
  /^(::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i,
  /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i,
  /^[a-z0-9-]+$/i,
]

/** The preset with this address's host; null if it belongs to no known provider. */
export function presetAt(baseUrl: string): Preset | null {
  const host = URL.parse(baseUrl)?.host
  return presets.find((each) => each.needsKey && URL.parse(each.baseUrl)?.host === host) ?? null
}
