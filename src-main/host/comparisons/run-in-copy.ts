import type { Check, CommandResult } from '../../../src-shared/comparison.ts'
import { FailureError } from '../../../src-shared/failure.ts'
import type { ToolBody } from '../../../src-shared/tool.ts'
import { scoreIn } from '../../agent/limited-pattern.ts'
import { cleanEnvironment } from '../../tools/clean-environment.ts'
import { runCommand } from '../../tools/run-command.ts'
import { hideKeys, knownKeys } from '../hide-keys.ts'
import type { HostParts } from '../host-parts.ts'

/** A set-up command is ended after this long, ms. */
const setUpWithin = 1_800_000

export const setUpCheck = (command: string): Check => ({
  command,
  scorePattern: null,
  better: 'higher',
  timeLimitMs: setUpWithin,
})

/**
 * Runs the user's command in a lane's copy. The command's working folder is all that keeps it there: what it reaches
 * by absolute paths or over the network is up to the user who wrote it.
 */
export async function runInCopy(
  parts: HostParts,
  folder: string,
  { command, scorePattern, timeLimitMs }: Check,
  signal: AbortSignal,
): Promise<CommandResult> {
  const environment = cleanEnvironment(process.env)
  const began = parts.clock.elapsed()
  const end = await runCommand({ command, folder, environment, timeLimitMs, signal, output: () => {} })
  const output = hideKeys(knownKeys(parts, process.env)).text(end.output)
  const body: ToolBody = { kind: 'command', command, output, exitCode: end.exitCode }
  return {
    command,
    exitCode: end.exitCode,
    how: end.how,
    durationMs: Math.round(parts.clock.elapsed() - began),
    ...(scorePattern === null ? { score: null } : scoreIn(output, scorePattern)),
    output: parts.store.bodies.put(JSON.stringify(body)),
  }
}

/** @throws FailureError where the pattern for the score is none */
export function refuseBadPattern(check: Check | null): void {
  if (check === null || check.scorePattern === null) return
  try {
    new RegExp(check.scorePattern, 'gm')
  } catch (thrown) {
    throw new FailureError({
      kind: 'options-invalid',
      message: `The pattern for the score is no regular expression: ${thrown instanceof Error ? thrown.message : ''}`,
      advice: 'Correct it; one group around the number is enough, such as: score: ([0-9.]+)',
    })
  }
}
