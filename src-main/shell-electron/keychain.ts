import { safeStorage } from 'electron'
import type { KeyBackend } from '../host/settings/key-store.ts'

/**
 * How keys are stored on this system. Without a real keychain, no key is written to disk, and the user is informed
 * (T28).
 */
export function keyKeeping(): KeyBackend {
  const backend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system'
  if (!safeStorage.isEncryptionAvailable() || backend === 'basic_text' || backend === 'unknown') {
    return {
      kind: 'session',
      reason: 'Stratagem can’t use a keychain on this system.',
    }
  }
  return {
    kind: 'keychain',
    reason: 'API keys are encrypted with the system keychain.',
    keychain: {
      seal: (key) => safeStorage.encryptString(key).toString('base64'),
      open: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
    },
  }
}
