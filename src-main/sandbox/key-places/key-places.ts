import { browsers } from './browsers.ts'
import { clouds } from './clouds.ts'
import { forges } from './forges.ts'
import { keyFiles } from './key-files.ts'
import type { KeyPlace } from './key-place.ts'
import { otherAgents } from './other-agents.ts'
import { packageManagers } from './package-managers.ts'
import { passwordStores } from './password-stores.ts'
import { typedText } from './typed-text.ts'

/**
 * Places of keys, credentials and similar secrets in a user's home: a command that can read them could send them away.
 * The list is data; `key-rules.ts` turns it into rules.
 */
export const keyPlaces: readonly KeyPlace[] = [
  ...keyFiles,
  ...clouds,
  ...forges,
  ...packageManagers,
  ...passwordStores,
  ...browsers,
  ...otherAgents,
  ...typedText,
]
