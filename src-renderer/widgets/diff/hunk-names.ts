/** The lines of each hunk of a patch, as numbered in the new file: `Lines 9–16`. */
export function hunkNames(patch: string): readonly string[] {
  return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from = '1', count = '1']) => {
    const [first, length] = [Number(from), Number(count)]
    return length <= 1 ? `Line ${first}` : `Lines ${first}–${first + length - 1}`
  })
}
