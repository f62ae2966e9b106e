import type { CheckResult } from '../steps.ts'

/** The report to a model about a check command that the strategy ran. */
export function checkReport(command: string, { exitCode, output }: CheckResult): string {
  const text = output.trim() === '' ? 'It printed nothing.' : lastPart(output.trimEnd())
  return `The check \`${command}\` ${exitText(exitCode)}:\n\n${text}`
}

/** @param exitCode null if it was killed, for example by its time limit */
export const exitText = (exitCode: number | null): string =>
  exitCode === null ? 'was ended before it finished' : `exited with ${exitCode}`

/** The error is usually at the end. */
export const lastPart = (text: string): string => (text.length > 6000 ? `… ${text.slice(-6000)}` : text)
