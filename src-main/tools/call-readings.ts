import { readCommand } from '../../src-shared/commands/read-command.ts'
import type { CommandReading } from '../../src-shared/commands/reading.ts'
import { runsText } from '../../src-shared/commands/runs-text.ts'

interface CommandCall {
  readonly tool: string
  readonly effect: string
  readonly subject: string
  readonly commands?: readonly string[]
}

const isWindows = process.platform === 'win32'
/** The last calls, since all rules and hooks ask about one. */
const kept = new Map<string, readonly CommandReading[]>()
const maxKept = 8

/**
 * What a call runs and writes, as far as it can be read; empty: it runs no command that is known. Of a command on Windows
 * all that its shells would make of it.
 */
export function readingsOf({ tool, subject, commands = [] }: CommandCall): readonly CommandReading[] {
  const lines = tool === 'shell' ? [subject, ...commands] : tool === 'git' ? [subject] : commands
  if (lines.length === 0) return []
  const key = JSON.stringify([tool, lines])
  const known = kept.get(key)
  if (known !== undefined) return known
  const readings = lines.flatMap((line) => readingsOfLine(line, tool))
  const [oldest] = kept.keys()
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
  kept.set(key, readings)
  return readings
}

/** The `git` tool's words are written as for a POSIX shell, whatever the system. */
function readingsOfLine(line: string, tool: string): readonly CommandReading[] {
  if (!isWindows || tool === 'git') return [readCommand(line)]
  const [whole, ...other] = [readCommand(line, 'cmd'), readCommand(line, 'powershell'), readCommand(line)]
  if (whole === undefined) return []
  return [whole, ...other.map((each) => ({ ...each, unreadable: [], isPlain: whole.isPlain }))]
}

/** What a call runs, for the person who decides on it; empty if its subject says it. */
export function whatRuns(call: CommandCall): string {
  const [reading] = readingsOf(call)
  return reading === undefined ? '' : runsText(reading)
}
