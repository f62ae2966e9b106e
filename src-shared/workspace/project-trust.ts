/**
 * What a project may bring that would make something run: each is asked about by itself. `mcp`: servers in its
 * `.mcp.json`. `skills`: what its SKILL.md files tell a model. `agents`: the sub-agents that its files describe. `hooks`:
 * commands in its `.stratagem/hooks.json`. `imported`: the strategies of runs that were imported into it.
 */
export const trustParts = ['presets', 'strategies', 'skills', 'agents', 'mcp', 'hooks', 'imported'] as const
export type TrustPart = (typeof trustParts)[number]

/**
 * Whether what a project brings is used. Nothing is made of it before the user trusts these very files: the
 * decision holds for their content, and changed files are asked about again (T25).
 */
export interface ProjectTrust {
  readonly part: TrustPart
  /** `none`: it brings no files. `unusable`: they can't be trusted, and are not used. */
  readonly state: 'none' | 'undecided' | 'trusted' | 'refused' | 'unusable'
  /** Hash of the files' names and content; a decision names the one it is for. */
  readonly hash: string
  /** The files, for a look before deciding. */
  readonly files: readonly ShownFile[]
  /** Why they can't be trusted, as a sentence that names a file; only if they are `unusable`. */
  readonly problem?: string
}

/** A file of a project as it is shown to the user. */
export interface ShownFile {
  readonly file: string
  /** Empty if it is not text. */
  readonly text: string
  /** What the text does not say: that it is binary, a link, not used, or only a part, and its size. */
  readonly about?: string
  /** Why it is not used even if it is trusted, in a sentence. */
  readonly note?: string
}
