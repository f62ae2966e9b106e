import type { ToolBody } from '../../../../src-shared/model/tool.ts'

/** @param hunks the hunks of a unified diff, without its header */
export function patchBody(path: string, hunks: string, created: boolean): ToolBody {
  const lines = hunks.split('\n')
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  const header = `--- ${created ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n`
  return { kind: 'diff', path, patch: `${header}${hunks}`, added: count('+'), removed: count('-') }
}
