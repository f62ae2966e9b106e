import { join } from 'node:path'
import { z } from 'zod'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { baseProfileId, profileOf } from '../../../src-shared/settings/profile-variant.ts'
import { demoProfileId, type ModelProfile, modelProfile } from '../../../src-shared/settings/settings.ts'
import { rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'
import { isSameEndpoint, readNamedEndpoints } from './named-endpoints.ts'

/** The profile a new user starts with. Its address is only known once the demo server runs. */
const demoProfile: ModelProfile = {
  id: demoProfileId,
  name: 'Demo (offline, no key)',
  preset: 'demo',
  api: 'chat-completions',
  baseUrl: '',
  model: 'stratagem-demo',
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  contextWindow: 128_000,
  price: { input: 0, cachedInput: 0, output: 0 },
  idleLimitMs: 60_000,
}

export interface ProfilesFile {
  /** The demo first. */
  list(): readonly ModelProfile[]
  /**
   * Also of a variation (`profile-variant.ts`), and of an endpoint that a command line named, if one of these
   * profiles has the same model at the same address.
   */
  get(id: string): ModelProfile | undefined
  /** The profile under whose id the key of another one, or of a variation, is stored. */
  keeper(id: string): string
  /** The profile that a command line named with this id, available here or not. */
  named(id: string): ModelProfile | undefined
  save(profile: ModelProfile): void
  remove(id: string): void
  /** For this process only: never written, and hides a saved profile of the same id. */
  lend(profile: ModelProfile): void
}

/** The model profiles, as one JSON file. It never holds a key (T28). */
export function openProfilesFile(folder: string, warn: (text: string) => void): ProfilesFile {
  const path = join(folder, 'profiles.json')
  const lent = new Map<string, ModelProfile>()
  const read = rememberJsonFile(path, z.array(modelProfile).readonly(), [])
  const saved = () => {
    const found = read()
    if (found.damaged !== null)
      warn(`The file of model profiles was damaged. It was saved as ${found.damaged}. Add your models again.`)
    return found.value
  }
  const list = () => [demoProfile, ...lent.values(), ...saved().filter((each) => !lent.has(each.id))]
  const named = readNamedEndpoints(folder)
  const own = (id: string) => list().find((each) => each.id === id)
  const alike = (id: string) => {
    const wanted = named(id)
    return wanted === undefined ? undefined : saved().find((each) => isSameEndpoint(each, wanted))
  }
  const known = (id: string) => {
    const found = own(id) ?? alike(id)
    return found === undefined || found.id === id ? found : { ...found, id }
  }
  return {
    list,
    get: (id) => profileOf(id, known),
    keeper: (id) => {
      const plain = baseProfileId(id)
      return own(plain) === undefined ? (alike(plain)?.id ?? plain) : plain
    },
    named: (id) => named(baseProfileId(id)),
    save: (profile) => {
      refuseDemo(profile.id)
      const others = saved()
      const at = others.findIndex((each) => each.id === profile.id)
      writeJsonFile(path, at < 0 ? [...others, profile] : others.with(at, profile))
    },
    remove: (id) => {
      refuseDemo(id)
      const all = saved()
      writeJsonFile(
        path,
        all.filter((each) => each.id !== id),
      )
    },
    lend: (profile) => {
      lent.set(profile.id, profile)
    },
  }
}

function refuseDemo(id: string): void {
  if (id !== demoProfileId) return
  throw new FailureError({
    kind: 'invalid-request',
    message: 'The demo model is built in and can’t be changed.',
    advice: 'Add your own model instead.',
  })
}
