import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

/** A profile made from a preset, not kept yet. */
export function newProfile(preset: Profiles['presets'][number]): ModelProfile {
  return {
    id: `profile-${freshId()}`,
    name: preset.name,
    preset: preset.preset,
    api: 'chat-completions',
    baseUrl: preset.baseUrl,
    model: preset.models[0] ?? '',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: 128_000,
    price: null,
    idleLimitMs: 120_000,
  }
}

function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
