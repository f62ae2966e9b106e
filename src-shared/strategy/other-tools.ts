/** Other tools whose recorded sessions can be imported. */
export const otherTools = ['claude-code', 'codex', 'opencode', 'gemini-cli', 'cline', 'pi', 'atif'] as const
export type OtherTool = (typeof otherTools)[number]

const names: { readonly [T in OtherTool]: string } = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'opencode',
  'gemini-cli': 'Gemini CLI',
  cline: 'Cline',
  pi: 'pi',
  // Of whatever agent: its name is in its file.
  atif: 'an agent (ATIF)',
}

/** The tool's name as people write it. */
export const otherToolName = (tool: OtherTool): string => names[tool]

/** The title of a run's strategy if it stands for another tool, or null. */
export function otherToolTitle(strategy: string): string | null {
  const tool = otherTools.find((each) => each === strategy)
  return tool === undefined ? null : names[tool]
}
