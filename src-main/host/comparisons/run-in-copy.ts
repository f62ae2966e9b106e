import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Check, CommandResult } from '../../../src-shared/comparison/comparison.ts'
import { type ToolBody, toolBody } from '../../../src-shared/model/tool.ts'
import { readTestReport } from '../../../src-shared/test-output/read-test-report.ts'
import { agreeing } from '../../../src-shared/test-output/test-report.ts'
import { type Score, scoreIn } from '../../agent/limited-pattern.ts'
import { environmentCompleted } from '../../processes/login-environment.ts'
import { runCommand } from '../../tools/built-in/run-command.ts'
import { cleanEnvironment } from '../../tools/clean-environment.ts'
import { withConfinementHint } from '../../tools/confinement.ts'
import type { HostContext } from '../host-context.ts'
import { hideKeys, knownKeys } from '../settings/redact-keys.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'profiles' | 'keys'>

/** A set-up command is ended after this long, ms. */
const setUpWithin = 1_800_000

export const setUpCheck = (command: string): Check => ({
  command,
  scorePattern: null,
  better: 'higher',
  timeLimitMs: setUpWithin,
})

/**
 * Runs the user's command in a lane's copy, confined to it if the system has a sandbox; otherwise only the command's
 * working folder keeps it there, and the set-up page says so.
 * @param owner the copy: after a crash the command's remaining processes are found by it
 */
export async function runInCopy(
  parts: Parts,
  { folder, commands }: Pick<ProjectWork, 'folder' | 'commands'>,
  { command, scorePattern, timeLimitMs }: Check,
  signal: AbortSignal,
  owner: string,
): Promise<CommandResult> {
  await environmentCompleted()
  const environment = cleanEnvironment(process.env)
  const began = parts.clock.elapsed()
  const confinement = await commands.confinement()
  const confine = confinement?.confine ?? null
  const end = await runCommand({ command, folder, environment, timeLimitMs, signal, confine, owner, output: () => {} })
  const output = hideKeys(knownKeys(parts, process.env)).text(
    withConfinementHint({ ...end, command }, confinement, false),
  )
  // What contradicts the exit code is no count of these tests: nobody is to see it.
  const tests = agreeing(readTestReport(output), end.how === 'exited' && end.exitCode === 0)
  const body: ToolBody = { kind: 'command', command, output, exitCode: end.exitCode }
  return {
    command,
    exitCode: end.exitCode,
    how: end.how,
    durationMs: Math.round(parts.clock.elapsed() - began),
    ...(scorePattern === null ? { score: null } : scoreOrWhyNot(output, scorePattern)),
    ...(tests !== null && { tests }),
    output: parts.store.bodies.put(JSON.stringify(body)),
  }
}

/** The command's last output, which usually says why it failed, as a sentence; empty if it printed nothing. */
export function lastOutputSentence({ store }: Pick<HostContext, 'store'>, { output }: CommandResult): string {
  const text = store.bodies.get(output)
  const body = text === undefined ? null : toolBody.parse(JSON.parse(text))
  const line = body?.kind === 'command' ? body.output.trimEnd().split('\n').at(-1)?.trim() : ''
  return line ? `Last output: ${line.slice(0, 300)}` : ''
}

function scoreOrWhyNot(output: string, pattern: string): Score {
  const found = scoreIn(output, pattern)
  if (found.score !== null || found.scoreProblem !== undefined) return found
  return { score: null, scoreProblem: 'The score pattern found no number in the output of the check.' }
}

/** @throws FailureError if the pattern for the score is invalid */
export function refuseBadPattern(check: Check | null): void {
  if (check === null || check.scorePattern === null) return
  try {
    new RegExp(check.scorePattern, 'gm')
  } catch (thrown) {
    throw new FailureError({
      kind: 'options-invalid',
      message: `The score pattern is not a regular expression: ${thrown instanceof Error ? thrown.message : ''}.`,
      advice: 'Correct it. One group around the number is enough, such as: score: ([0-9.]+)',
    })
  }
}
