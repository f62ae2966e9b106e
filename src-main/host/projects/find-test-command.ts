import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCommand } from '../../../src-shared/comparison/test-command.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import { markerNames, readNames, testCommandOf } from './test-command.ts'

/** Bytes; a larger file is not read. */
const maxBytes = 1_000_000

/** Looks for a project's test command in the files at the top of its folder. Unreadable files are ignored. */
export function findTestCommand(folder: string): TestCommand | null {
  const files = new Map<string, string | null>()
  for (const name of markerNames) if (existsSync(join(folder, name))) files.set(name, null)
  for (const name of readNames) {
    const text = textOf(join(folder, name))
    if (text !== null) files.set(name, text)
  }
  return testCommandOf(files, process.platform)
}

function textOf(path: string): string | null {
  try {
    return readRegular(path, maxBytes)
  } catch {
    return null
  }
}
