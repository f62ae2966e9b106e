/** A template for profiles. All of it can be changed in the profile. */
export interface Preset {
  readonly preset: string
  readonly name: string
  readonly baseUrl: string
  readonly needsKey: boolean
  /** Suggested names; “Test connection” lists the endpoint's models. */
  readonly models: readonly string[]
  /** Tokens: a conservative estimate for the models in use there. */
  readonly contextWindow: number
  /** ms. Local models may read a long prompt for minutes before the first token. */
  readonly idleLimitMs: number
}

const cloud = { needsKey: true, contextWindow: 128_000, idleLimitMs: 120_000 } as const
/** `fetch` itself gives up on a silent server after 300 s. */
const local = { needsKey: false, models: [], contextWindow: 32_768, idleLimitMs: 290_000 } as const

export const presets: readonly Preset[] = [
  {
    preset: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    ...cloud,
    models: ['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini', 'o3', 'o4-mini'],
  },
  { preset: 'openrouter', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', ...cloud, models: [] },
  { preset: 'ollama', name: 'Ollama', baseUrl: 'http://localhost:11434/v1', ...local },
  { preset: 'lm-studio', name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', ...local },
  { preset: 'vllm', name: 'vLLM', baseUrl: 'http://localhost:8000/v1', ...local },
  { preset: 'llama-cpp', name: 'llama.cpp server', baseUrl: 'http://localhost:8080/v1', ...local },
  {
    preset: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    ...cloud,
    models: ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b'],
  },
  {
    preset: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    ...cloud,
    models: ['mistral-large-latest', 'mistral-medium-latest', 'codestral-latest'],
  },
  {
    preset: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    ...cloud,
    models: ['deepseek-chat', 'deepseek-reasoner'],
  },
  { preset: 'together', name: 'Together AI', baseUrl: 'https://api.together.xyz/v1', ...cloud, models: [] },
  {
    preset: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    ...cloud,
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  { preset: 'custom', name: 'Another endpoint', baseUrl: '', ...local, idleLimitMs: 120_000 },
]
