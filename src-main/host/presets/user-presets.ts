import { join } from 'node:path'
import { z } from 'zod'
import { type Json, json } from '../../../src-shared/base/json.ts'
import type { Preset } from '../../../src-shared/strategy/preset.ts'
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

/** A user's preset as in the file: validated by the reader, so that an invalid one is shown, not dropped. */
const storedPreset = z.object({ id: z.string(), preset: json })
type Kept = z.infer<typeof storedPreset>

export interface UserPresets {
  list(): readonly Kept[]
  save(id: string, preset: Preset): void
  remove(id: string): void
}

/** The user's own presets, as one JSON file. A damaged file is renamed. */
export function openUserPresets(folder: string, warn: (text: string) => void): UserPresets {
  const path = join(folder, 'presets.json')
  const list = (): readonly Kept[] => {
    const found = readJsonFile(path, z.array(storedPreset), [])
    if (found.damaged !== null)
      warn(`The file of your presets was damaged. It was saved as ${found.damaged}. Import its presets again.`)
    return found.value
  }
  return {
    list,
    save: (id, preset) => {
      const all = list()
      const at = all.findIndex((each) => each.id === id)
      const next: Kept = { id, preset: asJson(preset) }
      writeJsonFile(path, at < 0 ? [...all, next] : all.with(at, next))
    },
    remove: (id) => {
      writeJsonFile(
        path,
        list().filter((each) => each.id !== id),
      )
    },
  }
}

const asJson = (preset: Preset): Json => json.parse(JSON.parse(JSON.stringify(preset)))
