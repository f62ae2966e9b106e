import { join } from 'node:path'
import { type Settings, settings } from '../../../src-shared/settings/settings.ts'
import { withCurrentLimits } from '../../../src-shared/strategy/task.ts'
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

type Patch = { readonly [K in keyof Settings]?: Settings[K] | undefined }

export interface SettingsFile {
  read(): Settings
  write(patch: Patch): Settings
}

/** The user's settings, as one JSON file. Read anew for each use, since another host may have written it. */
export function openSettingsFile(folder: string, warn: (text: string) => void): SettingsFile {
  const path = join(folder, 'settings.json')
  const read = () => {
    const found = readJsonFile(path, settings, settings.parse({}))
    if (found.damaged !== null)
      warn(`The settings file was damaged. It was saved as ${found.damaged}. The default settings are used.`)
    return { ...found.value, budget: withCurrentLimits(found.value.budget) }
  }
  return {
    read,
    write: (patch) => {
      const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const next = settings.parse({ ...read(), ...changes })
      writeJsonFile(path, next)
      return next
    },
  }
}
