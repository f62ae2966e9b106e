import { createHash } from 'node:crypto'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { knownModel } from '../../model/endpoints/list-prices.ts'
import { newProfile } from '../../model/endpoints/new-profile.ts'
import { presetAt, presets } from '../../model/endpoints/presets.ts'

/**
 * A profile for an endpoint named on a command line, in the API of its provider if it is a known one. The same endpoint
 * and model always return the same profile.
 * @param api null: as the provider's
 * @param stallMs how long it may be silent; null: as usual for its address
 */
export function profileAt(
  baseUrl: string,
  model: string,
  api: ModelProfile['api'] | null = null,
  stallMs: number | null = null,
): ModelProfile {
  const named = [baseUrl, model, ...(api === null ? [] : [api]), ...(stallMs === null ? [] : [`stall ${stallMs}`])]
  const mark = createHash('sha256').update(named.join('\n')).digest('hex').slice(0, 16)
  const profile = newProfile(`command-${mark}`, presetAt(baseUrl)?.preset ?? 'custom', model, baseUrl)
  const idleLimitMs = stallMs ?? profile.idleLimitMs
  return { ...profile, api: api ?? profile.api, idleLimitMs, name: `${model} at ${new URL(baseUrl).host}` }
}

/** The same with the context window that is known of its model there, if any. */
export async function withKnownWindow(profile: ModelProfile): Promise<ModelProfile> {
  const { contextWindow } = await knownModel(profile.baseUrl, profile.model)
  return { ...profile, contextWindow: contextWindow ?? profile.contextWindow }
}

/** Where a model that is named alone is looked for: its maker's own endpoint. */
export function usualEndpoint(model: string): string {
  const maker = /^claude/i.test(model) ? 'anthropic' : /^gemini/i.test(model) ? 'gemini' : 'openai'
  return presets.find((each) => each.preset === maker)?.baseUrl ?? ''
}

/** For endpoints of no known provider. */
const usualVariable = 'OPENAI_API_KEY'

/** The environment variable that holds the key for an endpoint. A provider with one of its own gets no other key. */
export const keyVariable = (baseUrl: string): string => presetAt(baseUrl)?.keyVariable ?? usualVariable

export const keyVariables: ReadonlySet<string> = new Set([
  usualVariable,
  ...presets.flatMap((each) => each.keyVariable ?? []),
])
