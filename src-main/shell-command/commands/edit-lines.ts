import { editTexts } from '../../../src-shared/run/debug/edit-texts.ts'
import type { Span } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/api/host-client.ts'
import { changedLines } from '../../host/base/changed-lines.ts'
import type { Host } from '../../host/host.ts'

/** More lines of one edit are in the window and in an export. */
const maxLines = 60

/** What a person changed in a step at a pause, as a diff: without the edit, and with it; else the answer by hand. */
export async function editLines(host: Host, runId: string, { path, pause }: Span): Promise<string[]> {
  const edit = pause?.answer?.edit ?? null
  if (pause === undefined || edit === null) return []
  const request = edit.kind === 'request' ? await ask(host, 'pause-edited', { runId, path }) : null
  const texts = editTexts(pause, edit, request)
  if (texts === null) return []
  const { before, after } = texts
  const lines = before === null ? after.split('\n').map((line) => `+${line}`) : changedLines(before, after)
  const left = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(left > 0 ? [`(${left} more lines)`] : [])].map((line) => `    ${line}`)
}
