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

const cloud = {
  api: 'chat-completions',
  needsKey: true,
  keyVariable: null,
  contextWindow: 128_000,
  idleLimitMs: 120_000,
} as const
/** `fetch` itself gives up on a silent server after 300 s. */
const local = {
  api: 'chat-completions',
  needsKey: false,
  keyVariable: null,
  models: [],
  contextWindow: 32_768,
  idleLimitMs: 290_000,
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
  { preset: 'custom', name: 'Custom endpoint', baseUrl: '', ...local, idleLimitMs: 120_000 },
]

/** The preset with this address's host; null if it belongs to no known provider. */
export function presetAt(baseUrl: string): Preset | null {
  const host = URL.parse(baseUrl)?.host
  return presets.find((each) => each.needsKey && URL.parse(each.baseUrl)?.host === host) ?? null
}
