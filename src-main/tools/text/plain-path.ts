import { dropIgnorable } from './visible.ts'

/**
 * Normalizes a project-relative path so that spellings that some file system treats as the same are equal: case (APFS
 * folds `ſ` to `s`), ignored characters (HFS+), dots and spaces at the end and the names of streams (Windows).
 */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      dropIgnorable(part)
        .normalize('NFC')
        .replace(/(?<=.):.*$/su, '')
        .replace(/(?<=.)[. ]+$/, '')
        .toUpperCase()
        .toLowerCase(),
    )
    .join('/')
