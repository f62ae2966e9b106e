import { join } from 'node:path'
import { z } from 'zod'
import type { KeyStorage } from '../../../src-shared/settings/settings.ts'
import { rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

/** The system's keychain, as the shell gives it. `seal` and `open` throw if the keychain refuses. */
interface Keychain {
  /** @returns sealed text that only this user on this machine can open */
  seal(key: string): string
  open(sealed: string): string
}

/**
 * How a shell stores keys: in the keychain, or, with the reason, for this session only. `keyAt`: the key that the shell
 * was given for an endpoint, by its address; null if it has none.
 */
export type KeyBackend =
  | { readonly kind: 'keychain'; readonly reason: string; readonly keychain: Keychain }
  | { readonly kind: 'session'; readonly reason: string; readonly keyAt?: (baseUrl: string) => string | null }

export interface KeyStore {
  readonly storage: KeyStorage
  get(profileId: string): string | null
  /** An empty key deletes the stored one. */
  set(profileId: string, key: string): void
}

const sealedKeys = z.record(z.string(), z.string())

/**
 * Keys by profile id. Keys on the disk are encrypted by the keychain; without one none are written (T28).
 * @param addressOf the address of a profile; null if there is no such profile
 */
export function openKeyStore(
  folder: string,
  keeping: KeyBackend,
  addressOf: (profileId: string) => string | null = () => null,
): KeyStore {
  const storage: KeyStorage = { kind: keeping.kind, reason: keeping.reason }
  if (keeping.kind === 'session') {
    const { get, set } = sessionKeys()
    const given = (address: string) => (address === '' ? null : (keeping.keyAt?.(address) ?? null))
    return { storage, set, get: (id) => get(id) ?? given(addressOf(id) ?? '') }
  }
  return { storage, ...keychainKeys(join(folder, 'keys.json'), keeping.keychain) }
}

function sessionKeys(): Omit<KeyStore, 'storage'> {
  const keys = new Map<string, string>()
  return {
    get: (id) => keys.get(id) ?? null,
    set: (id, key) => {
      if (key === '') keys.delete(id)
      else keys.set(id, key)
    },
  }
}

function keychainKeys(path: string, keychain: Keychain): Omit<KeyStore, 'storage'> {
  const read = rememberJsonFile(path, sealedKeys, {})
  return {
    get: (id) => {
      const sealed = read().value[id]
      return sealed === undefined ? null : openSealed(keychain, sealed)
    },
    set: (id, key) => {
      const { [id]: _before, ...others } = read().value
      writeJsonFile(path, key === '' ? others : { ...others, [id]: keychain.seal(key) })
    },
  }
}

/** A key encrypted on another machine or by another user can't be decrypted: it counts as missing. */
function openSealed(keychain: Keychain, sealed: string): string | null {
  try {
    return keychain.open(sealed)
  } catch {
    return null
  }
}
