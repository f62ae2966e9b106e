import { join } from 'node:path'
import { z } from 'zod'
import { type StrategyPick, strategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

const defaults = z.object({
  project: z.record(z.string(), strategyPick),
  conversation: z.record(z.string(), strategyPick),
})
type Scope = keyof z.infer<typeof defaults>

/** With more conversations than this, the oldest choice is dropped. */
const most = 5000

/** The default strategies of projects and conversations, if the user set one. */
export interface StrategyDefaultsFile {
  get(scope: Scope, id: string): StrategyPick | null
  set(scope: Scope, id: string, pick: StrategyPick | null): void
}

export function openStrategyDefaults(folder: string, warn: (text: string) => void): StrategyDefaultsFile {
  const path = join(folder, 'strategy-defaults.json')
  const read = () => {
    const found = readJsonFile(path, defaults, { project: {}, conversation: {} })
    if (found.damaged !== null)
      warn(`The file of default strategies was damaged. It was saved as ${found.damaged}. Set the defaults again.`)
    return found.value
  }
  return {
    get: (scope, id) => {
      const pick = read()[scope]
      return Object.hasOwn(pick, id) ? (pick[id] ?? null) : null
    },
    set: (scope, id, pick) => {
      const all = read()
      const { [id]: _before, ...others } = all[scope]
      const next = pick === null ? others : Object.fromEntries([...Object.entries(others), [id, pick]].slice(-most))
      writeJsonFile(path, { ...all, [scope]: next })
    },
  }
}
