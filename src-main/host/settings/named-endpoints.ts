import { join } from 'node:path'
import { z } from 'zod'
import { type ModelProfile, modelProfile } from '../../../src-shared/settings/settings.ts'
import { readJsonFile, rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'

const fileIn = (folder: string) => join(folder, 'command-profiles.json')
const shape = z.array(modelProfile).readonly()

/**
 * Profiles named on earlier command lines. They contain no key: it comes from the environment each time.
 * @param saved the user's own profiles, which take precedence
 */
export function rememberedProfiles(folder: string, saved: readonly ModelProfile[] = []): readonly ModelProfile[] {
  const { value } = readJsonFile(fileIn(folder), shape, [])
  return value.map((each) => saved.find((one) => one.id === each.id) ?? each)
}

export function rememberProfiles(folder: string, named: readonly ModelProfile[]): void {
  const before = rememberedProfiles(folder)
  const added = named.filter((each) => !before.some((one) => one.id === each.id))
  if (added.length > 0) writeJsonFile(fileIn(folder), [...before, ...added])
}

/** The current list of profiles named on command lines: other processes add to it. */
export function readNamedEndpoints(folder: string): (id: string) => ModelProfile | undefined {
  const read = rememberJsonFile(fileIn(folder), shape, [])
  return (id) => read().value.find((each) => each.id === id)
}

/** Whether two profiles use the same model at the same address. */
export const isSameEndpoint = (one: ModelProfile, other: ModelProfile): boolean =>
  one.model === other.model && one.api === other.api && address(one.baseUrl) === address(other.baseUrl)

/** Normalizes an address: case of the host, a slash at the end. */
function address(baseUrl: string): string {
  return (URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl).replace(/\/+$/, '')
}
