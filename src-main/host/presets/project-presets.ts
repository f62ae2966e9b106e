import { rm } from 'node:fs/promises'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { maxPreset, type Preset, presetText } from '../../../src-shared/strategy/preset.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { type ProjectFileKind, readTrustedFiles, type TrustedFiles } from '../trust/trusted-files.ts'

const folderOf = '.stratagem/presets'
const kind: ProjectFileKind = {
  folder: folderOf,
  fits: (path) => /\.json$/i.test(path),
  largest: 2 * maxPreset,
}

/** The preset files of one project, as text. */
export const readProjectPresets = (projectFolder: string): Promise<TrustedFiles> =>
  readTrustedFiles(projectFolder, kind)

/** @returns the file's path in the project. @throws FailureError if it can't be written */
export async function writeProjectPreset(projectFolder: string, file: string, preset: Preset): Promise<void> {
  const written = await (await guardFiles(projectFolder)).writeText(checkedFile(file), presetText(preset), 'any')
  if (!written.ok) throw cannot(written.problem)
}

/** @throws FailureError if it can't be removed */
export async function removeProjectPreset(projectFolder: string, file: string): Promise<void> {
  const resolved = await (await guardFiles(projectFolder)).resolve(checkedFile(file))
  if (!resolved.ok) throw cannot(resolved.problem)
  if (resolved.kind === 'file') await rm(resolved.absolute)
}

/** An unused file name for a preset, valid on every system. */
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
  throw cannot(`${file} is not a preset file.`)
}

const cannot = (why: string) =>
  new FailureError({
    kind: 'workspace-failed',
    message: `The preset could not be written into the project: ${why}`,
    advice: 'Check the folder .stratagem/presets of the project, or save the preset for yourself.',
  })
