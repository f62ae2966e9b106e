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
  /** `none`: it brings no files. */
  readonly state: 'none' | 'undecided' | 'trusted' | 'refused'
  /** Hash of the files' names and content; a decision names the one it is for. */
  readonly hash: string
  /** The files as text, for a look before deciding. */
  readonly files: readonly { readonly file: string; readonly text: string }[]
}
