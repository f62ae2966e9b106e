import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

type Key = { readonly ok: true; readonly key: string | null } | { readonly ok: false; readonly failure: Failure }

/** The profile's key for one request; null if none is set. */
export async function readKey(
  profile: ModelProfile,
  keyOf: (profileId: string) => Promise<string | null>,
): Promise<Key> {
  try {
    const key = (await keyOf(profile.id))?.trim() ?? ''
    if (key === '') return { ok: true, key: null }
    // Checked here: `fetch` would repeat the key in its error.
    return /^[\x21-\x7e]+$/.test(key) ? { ok: true, key } : { ok: false, failure: oddKey(profile) }
  } catch (error) {
    return { ok: false, failure: unreadable(profile, error) }
  }
}

function oddKey(profile: ModelProfile): Failure {
  return {
    kind: 'model-key-refused',
    message: `The key of the profile “${profile.name}” contains spaces or characters that are not valid in a key.`,
    advice: 'Enter it again in Settings. You may have pasted more than the key.',
  }
}

function unreadable(profile: ModelProfile, error: unknown): Failure {
  return {
    kind: 'model-key-refused',
    message: `The key of the profile “${profile.name}” could not be read from the key storage.`,
    advice: 'Unlock the system keychain, or enter the key again in Settings.',
    detail: error instanceof Error ? error.message : String(error),
  }
}
