import { dropIgnorable } from './visible.ts'

/**
 * A project-relative path in the spelling under which all are one that some file system takes for the same: case (APFS
 * takes `ſ` for `s`), characters left out of names (HFS+), dots and blanks at the end and the names of streams (Windows).
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
