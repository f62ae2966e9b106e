import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where other tools keep their sessions. */
export interface ToolFolders {
  readonly claudeCode: string
  readonly codex: string
  readonly opencode: string
  /** Of Gemini CLI: holds `projects.json`, and a folder for each project in `tmp`. */
  readonly gemini: string
  readonly pi: string
  /** Of Cline, in each editor that it can be an extension of, and on the command line: each holds `tasks` and `state`. */
  readonly cline: readonly string[]
}

/**
 * As each tool's own variables say, if this is the user's own home folder.
 * Sources: code.claude.com/docs/en/settings (`CLAUDE_CONFIG_DIR`), the Codex manual on configuration (`CODEX_HOME`), the
 * XDG Base Directory Specification, which opencode follows on every system, geminicli.com/docs (`GEMINI_CLI_HOME`),
 * pi's README (`PI_CODING_AGENT_DIR`), and Cline's documentation (`CLINE_DIR`).
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
    gemini: join(named('GEMINI_CLI_HOME') ?? home, '.gemini'),
    pi: join(named('PI_CODING_AGENT_DIR') ?? join(home, '.pi', 'agent'), 'sessions'),
    cline: [
      join(named('CLINE_DIR') ?? join(home, '.cline'), 'data'),
      ...editors.map((editor) =>
        join(editorData(home, named), editor, 'User', 'globalStorage', 'saoudrizwan.claude-dev'),
      ),
    ],
  }
}

/** VS Code and what is made of it, as their folders are called. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Positron']

/** Where VS Code keeps what belongs to its user. Source: code.visualstudio.com/docs/configure/settings */
function editorData(home: string, named: (name: string) => string | null): string {
  if (process.platform === 'win32') return named('APPDATA') ?? join(home, 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  return named('XDG_CONFIG_HOME') ?? join(home, '.config')
}
