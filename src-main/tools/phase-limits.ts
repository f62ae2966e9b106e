import { coversPath, matchesGlob } from '../../src-shared/base/glob.ts'
import type { ToolEffect, ToolLimits } from '../../src-shared/model/tool.ts'

/** On these systems `Test/` and `test/` are the same folder. */
const ignoreCase = process.platform === 'darwin' || process.platform === 'win32'

/**
 * The problem if the phase forbids the call, whatever the mode allows; null if it doesn't.
 * A command could write any file, so none is run while some files are locked.
 */
export function phaseForbids(limits: ToolLimits, effect: ToolEffect, writes: readonly string[]): string | null {
  if (limits.writable === null && limits.readOnly.length === 0) return null
  if (effect === 'command')
    return `This phase limits which files may be written (${inWords(limits)}), and a command could write any. Use edit_file and write_file.`
  const held = writes.find((path) => !mayWrite(limits, path))
  return held === undefined ? null : `This phase does not allow ${held} to be written: ${inWords(limits)}.`
}

/** Whether no file at all may be written. */
export const forbidsAllEdits = ({ writable, readOnly }: ToolLimits): boolean =>
  writable?.length === 0 || readOnly.some((glob) => glob === '**' || glob === '**/*')

function mayWrite(limits: ToolLimits, path: string): boolean {
  if (limits.readOnly.some((glob) => coversPath(glob, path, ignoreCase))) return false
  return limits.writable === null || limits.writable.some((glob) => matchesGlob(glob, path, ignoreCase))
}

function inWords(limits: ToolLimits): string {
  const only = limits.writable === null ? [] : [`only ${limits.writable.join(', ') || 'no file'} may be written`]
  const never = limits.readOnly.length === 0 ? [] : [`${limits.readOnly.join(', ')} may only be read`]
  return [...only, ...never].join('; ')
}
