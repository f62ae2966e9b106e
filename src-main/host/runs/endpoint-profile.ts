import { createHash } from 'node:crypto'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import { newProfile } from '../../model/endpoints/new-profile.ts'

/** A profile for an endpoint named on a command line. The same endpoint and model always return the same profile. */
export function profileAt(baseUrl: string, model: string): ModelProfile {
  const mark = createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 16)
  const address = new URL(baseUrl)
  const profile = newProfile(`command-${mark}`, address.host === 'api.openai.com' ? 'openai' : 'custom', model, baseUrl)
  return { ...profile, name: `${model} at ${address.host}` }
}
