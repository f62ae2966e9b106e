import type { KeyPlace } from './key-place.ts'

/** Other agents and editors. */
export const otherAgents: readonly KeyPlace[] = [
  {
    why: 'Claude Code: credentials and conversations',
    paths: ['.claude', '.claude.json'],
    movedBy: { CLAUDE_CONFIG_DIR: 'folder' },
  },
  {
    why: 'Codex: auth.json in CODEX_HOME',
    paths: ['.codex/auth.json', '.codex/history.jsonl', '.codex/sessions'],
    movedBy: { CODEX_HOME: { holding: ['auth.json', 'history.jsonl', 'sessions'] } },
  },
  {
    why: 'opencode, Gemini, Copilot, Qwen, Amp, Crush, Goose, Kimi, pi, Cline, llm, aider: tokens',
    paths: [
      '.config/opencode',
      '.local/share/opencode',
      '.gemini',
      '.config/github-copilot',
      '.copilot',
      '.qwen',
      '.config/amp',
      '.local/share/amp',
      '.config/crush',
      '.local/share/crush',
      '.config/goose',
      '.local/share/goose',
      '.kimi',
      '.kimi-code',
      '.pi/agent',
      '.cline',
      '.config/io.datasette.llm',
      '.aider.conf.yml',
      '.continue',
      '.factory',
      'Library/Application Support/io.datasette.llm',
    ],
  },
  {
    why: 'secrets that extensions of VS Code and Cursor keep',
    paths: [
      '.config/Code/User/globalStorage',
      '.config/Cursor/User/globalStorage',
      '.config/VSCodium/User/globalStorage',
      '.cursor/mcp.json',
      'Library/Application Support/Code/User/globalStorage',
      'Library/Application Support/Cursor/User/globalStorage',
      'Library/Application Support/VSCodium/User/globalStorage',
    ],
  },
]
