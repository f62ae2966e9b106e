import { unifiedDiff } from '../../tools/text/unified-diff.ts'

/** The changes from one text to another as the lines of a diff, without its head. */
export const changedLines = (before: string, after: string): string[] =>
  unifiedDiff('text', `${before}\n`, `${after}\n`)
    .patch.split('\n')
    .slice(2)
    .filter((line) => line !== '')
