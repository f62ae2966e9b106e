import type { Terminal } from './terminal.ts'

/** What `--json` prints of a list, or of one thing: each as a line of JSON. */
export function jsonLines(terminal: Pick<Terminal, 'data'>, values: Iterable<object>): void {
  for (const value of values) terminal.data(`${JSON.stringify(value)}\n`)
}
