/** A kind of file that acts by itself. */
export interface AutoRunKind {
  /** As `matchesGlob` takes it, in lower case. */
  readonly glob: string
  /** Which program acts, and when: a sentence without its full stop. */
  readonly acts: string
  /** Its documentation. */
  readonly source: string
}

/** @param globs separated by spaces; one with a slash inside matches at any depth */
export const kinds = (acts: string, source: string, globs: string): readonly AutoRunKind[] =>
  globs.split(' ').map((glob) => ({ glob: /\/./.test(glob) ? `**/${glob}` : glob, acts, source }))
