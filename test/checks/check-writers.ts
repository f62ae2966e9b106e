/**
 * The only files that write to the terminal, each with the text that it writes. A `console` prints nowhere once a shell
 * has started (`one-writer.ts`), so that whatever needs to be read must go through one of these.
 */
const writers: readonly string[] = [
  // Run before anything is loaded.
  ...['on-node', 'packages', 'replace-process', 'run'].map((name) => `src-main/own-node/${name}.js`),
  // Makes the last words of a bug visible.
  'src-main/host/log/one-writer.ts',
  // Electron prints a rejection only if nobody listens.
  'src-main/host/log/watch-crashes.ts',
  // The frames of a protocol.
  'src-main/shell-command/commands/acp-command.ts',
  'src-main/shell-command/terminal.ts',
  'src-main/shell-editor/request-errors.ts',
  'src-main/start-app.ts',
]

const writing = /\bconsole\.(?:log|info|warn|error|debug|trace|table|dir)\(|\bprocess\.std(?:out|err)\.write\b/

/** The lines of a file of the app that write to the terminal past its writers. @param file from the top of the repository */
export function findWriters(file: string, text: string): readonly string[] {
  if (!file.startsWith('src-main/') || writers.includes(file)) return []
  return text
    .split('\n')
    .flatMap((line, at) =>
      writing.test(line) ? [`${file}:${at + 1} writes to the terminal: use the shell’s writer`] : [],
    )
}
