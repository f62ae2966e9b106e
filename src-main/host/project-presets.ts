import { rm } from 'node:fs/promises'
import { FailureError } from '../../src-shared/failure.ts'
import { longestPreset, type Preset, presetText } from '../../src-shared/preset.ts'
import { guardFiles } from '../workspace/guarded-files.ts'
import { type BroughtFile, hashFiles } from './project-trust.ts'

const folderOf = '.stratagem/presets'
/** What is listed beyond this is not looked at. */
const mostListed = 500

/** The preset files of one project, as text: nothing is made of them before they are trusted (T25). */
export interface ProjectPresets {
  readonly files: readonly BroughtFile[]
  /** Files that are there and can't be read, with the reason. */
  readonly unreadable: readonly { readonly file: string; readonly why: string }[]
  /** Of all that was found; see `hashFiles`. */
  readonly hash: string
}

/** Reads through the path guard, and no links: nothing outside the project is read (T15). */
export async function readProjectPresets(projectFolder: string): Promise<ProjectPresets> {
  const guarded = await guardFiles(projectFolder)
  const listed = await guarded.list(folderOf, 1, mostListed)
  const found = listed.ok ? listed.entries.filter(({ path }) => /\.json$/i.test(path)) : []
  const files: BroughtFile[] = []
  const unreadable: { file: string; why: string }[] = []
  for (const { path: file, kind, size } of found) {
    if (kind !== 'file') unreadable.push({ file, why: 'It is no regular file; links are not followed.' })
    else if (size > 2 * longestPreset) unreadable.push({ file, why: `It is too large: ${size} bytes.` })
    else {
      const read = await guarded.readText(file)
      if (read.ok) files.push({ file, text: read.text })
      else unreadable.push({ file, why: read.problem })
    }
  }
  const counted = [...files, ...unreadable.map(({ file, why }) => ({ file, text: why }))]
  return { files, unreadable, hash: hashFiles(counted) }
}

/** @returns the file's path in the project. @throws FailureError where it can't be written */
export async function writeProjectPreset(projectFolder: string, file: string, preset: Preset): Promise<void> {
  const written = await (await guardFiles(projectFolder)).writeText(checkedFile(file), presetText(preset), 'any')
  if (!written.ok) throw cannot(written.problem)
}

/** @throws FailureError where it can't be removed */
export async function removeProjectPreset(projectFolder: string, file: string): Promise<void> {
  const place = await (await guardFiles(projectFolder)).resolve(checkedFile(file))
  if (!place.ok) throw cannot(place.problem)
  if (place.kind === 'file') await rm(place.absolute)
}

/** A file name for a preset's name, that no other file has and that every system takes. */
export function newPresetFile(name: string, taken: readonly string[]): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const usable = words === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(words) ? `preset-${words}` : words
  for (let number = 1; ; number++) {
    const file = `${folderOf}/${usable}${number === 1 ? '' : `-${number}`}.json`
    if (!taken.includes(file)) return file
  }
}

function checkedFile(file: string): string {
  if (/^\.stratagem\/presets\/[^/\\]+\.json$/i.test(file)) return file
  throw cannot(`${file} is no file of a preset.`)
}

const cannot = (why: string) =>
  new FailureError({
    kind: 'workspace-failed',
    message: `The preset could not be written into the project: ${why}`,
    advice: 'Look at the folder .stratagem/presets of the project, or save the preset for yourself.',
  })
