import type { WriteStream } from 'node:tty'

const green = 32
const red = 31
const yellow = 33
const bold = 1

/** What begins a line, and how it is drawn. An answer goes to its reader as data, and is not painted. */
const painted: readonly (readonly [RegExp, number])[] = [
  [/^ *✓/gmu, green],
  [/^ *✗/gmu, red],
  [/^ *⚡/gmu, yellow],
  [/^── .*$/gmu, bold],
  [/^completed(?= · )/gmu, green],
  [/^failed(?= · )/gmu, red],
  [/^(?:aborted|interrupted)(?= · )/gmu, yellow],
]

/** @param text without escape sequences */
export const paint = (text: string): string =>
  painted.reduce((so, [what, how]) => so.replace(what, (found) => `\u001b[${how}m${found}\u001b[0m`), text)

/**
 * Whether lines to this stream get colors: in a terminal that has them, unless NO_COLOR is set; and wherever FORCE_COLOR
 * is, but for 0. Source: https://no-color.org, https://force-color.org, and Node’s own rules.
 */
export function hasColors(to: WriteStream, env: NodeJS.ProcessEnv = process.env): boolean {
  const { FORCE_COLOR: forced = '', NO_COLOR: refused = '' } = env
  if (forced !== '') return forced !== '0' && forced !== 'false'
  return refused === '' && to.isTTY && to.hasColors(env)
}
