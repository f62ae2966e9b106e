import type { KeyPlace } from './key-place.ts'

/** Typed text: histories of shells and programs. */
export const typedText: readonly KeyPlace[] = [
  {
    why: 'histories of shells, in which passwords were typed: bash(1) HISTFILE, zsh(1), fish, nushell, PowerShell, atuin',
    paths: [
      '.bash_history',
      '.bash_sessions',
      '.zsh_history',
      '.zhistory',
      '.zsh_sessions',
      '.histfile',
      '.sh_history',
      '.local/share/fish/fish_history',
      '.config/nushell/history.txt',
      '.config/nushell/history.sqlite3',
      '.local/share/powershell/PSReadLine',
      '.local/share/atuin',
    ],
    movedBy: { HISTFILE: 'file' },
  },
  {
    why: 'histories of interpreters and database shells',
    paths: [
      '.python_history',
      '.node_repl_history',
      '.irb_history',
      '.psql_history',
      '.mysql_history',
      '.mariadb_history',
      '.sqlite_history',
      '.rediscli_history',
      '.mongodb/mongosh',
      '.lesshst',
      '.viminfo',
    ],
  },
]
