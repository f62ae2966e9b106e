import type { ModelProfile } from './settings.ts'

/**
 * Whether a server takes a `seed`: a field of Chat Completions only, which Gemini's endpoint for it refuses as unknown
 * ("Unknown name \"seed\": Cannot find field", seen in 2025 and 2026; its own API has one). An endpoint that refuses it in
 * another way is asked without it.
 */
export function takesSeed({ api, baseUrl }: Pick<ModelProfile, 'api' | 'baseUrl'>): boolean {
  return api === 'chat-completions' && !/^https?:\/\/generativelanguage\.googleapis\.com[:/]/i.test(`${baseUrl}/`)
}
