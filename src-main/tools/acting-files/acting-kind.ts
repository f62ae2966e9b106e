/** A kind of file that acts by itself. */
export interface ActingKind {
  /** As `matchesGlob` takes it, in lower case. */
  readonly glob: string
  /** Which program acts, and when: a sentence without its full stop. */
  readonly acts: string
  /** Where that is said. */
  readonly source: string
}

/** @param globs with blanks between them; what has a slash within is meant at any depth */
export const kinds = (acts: string, source: string, globs: string): readonly ActingKind[] =>
  globs.split(' ').map((glob) => ({ glob: /\/./.test(glob) ? `**/${glob}` : glob, acts, source }))
