import type { CheckResult } from '../steps.ts'

/** What a model is told of a check command that the strategy ran. */
export function checkReport(command: string, { exitCode, output }: CheckResult): string {
  const said = output.trim() === '' ? 'It printed nothing.' : lastPart(output.trimEnd())
  return `The check \`${command}\` ${howItEnded(exitCode)}:\n\n${said}`
}

/** @param exitCode null where it was killed, such as by its time limit */
export const howItEnded = (exitCode: number | null): string =>
  exitCode === null ? 'was ended before it finished' : `exited with ${exitCode}`

/** What went wrong usually stands at the end. */
export const lastPart = (text: string): string => (text.length > 6000 ? `… ${text.slice(-6000)}` : text)
