import { readTestReport } from '../../test-output/read-test-report.ts'
import { testsRun } from '../../test-output/test-report.ts'
import { readCommand } from '../read-command.ts'
import type { RunProgram } from '../reading.ts'
import { checkKind } from './check-programs.ts'
import { exitMeaning } from './exit-meaning.ts'

/**
 * What a command that a model ran says about the project.
 *
 * `none`: it checks nothing. `unclear`: it checks something, but neither its exit code nor its output says how that went.
 */
export type CheckVerdict = 'passed' | 'failed' | 'unclear' | 'none'

/**
 * A verdict only from an exit code that is the checks' own: not from a pipeline's, nor from one after `;`, `||` or
 * `&& echo`. Else a report of tests in the output decides. An exit code and a report that contradict each other say
 * nothing.
 * @param exitCode null: it is not known, or the command was ended
 */
export function checkVerdict(command: string, exitCode: number | null, output: string): CheckVerdict {
  const { programs } = readCommand(command)
  const kinds = programs.flatMap((program) => (isStarted(programs, program) ? [] : (checkKind(program) ?? [])))
  if (kinds.length === 0) return 'none'
  const report = kinds.includes('tests') ? readTestReport(output) : null
  const counted = report === null || testsRun(report) === 0 ? null : report
  const meaning = exitMeaning(command)
  if (exitCode === 0 && meaning.success) return counted !== null && counted.failed > 0 ? 'unclear' : 'passed'
  // 126 and 127: the shell found no such program. Above 128, and 124 of `timeout`: it was ended.
  const isOwn = exitCode !== null && exitCode !== 0 && exitCode < 126 && exitCode !== 124
  if (isOwn && meaning.failure) return 'failed'
  if (counted === null) return 'unclear'
  if (counted.failed > 0) return 'failed'
  return exitCode !== null && meaning.isOutputWhole && kinds.length === 1 && !meaning.success ? 'passed' : 'unclear'
}

/** Whether the command runs tests, so that a report in its output is one of them. */
export const runsTests = (command: string): boolean =>
  readCommand(command).programs.some((program) => checkKind(program) === 'tests')

/** A wrapper's words are those of what it starts, which counts once. */
const isStarted = (programs: readonly RunProgram[], { isWrapper }: RunProgram): boolean =>
  isWrapper && programs.length > 1
