import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where other tools keep their sessions. */
export interface ToolFolders {
  readonly claudeCode: string
  readonly codex: string
  readonly opencode: string
}

/**
 * As each tool's own variables say, if this is the user's own home folder.
 * Sources: code.claude.com/docs/en/settings (`CLAUDE_CONFIG_DIR`), the Codex manual on configuration (`CODEX_HOME`), and
 * the XDG Base Directory Specification, which opencode follows on every system.
 */
export function toolFolders({ homeFolder }: { readonly homeFolder?: string }, env = process.env): ToolFolders {
  const home = homeFolder ?? homedir()
  const named = (name: string): string | null => {
    const value = homeFolder === undefined ? env[name] : undefined
    return value !== undefined && isAbsolute(value) ? value : null
  }
  return {
    claudeCode: join(named('CLAUDE_CONFIG_DIR') ?? join(home, '.claude'), 'projects'),
    codex: join(named('CODEX_HOME') ?? join(home, '.codex'), 'sessions'),
    opencode: join(named('XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'opencode'),
  }
}
