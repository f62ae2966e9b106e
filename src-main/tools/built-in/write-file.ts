import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { formatChange, listed } from '../../../src-shared/base/format.ts'
import { byteOrderMark, inFormOf, sameButForm, withLineFeeds } from '../text/file-form.ts'
import { changedMarks } from '../text/like-marks.ts'
import { wantedEnds } from '../text/new-file-ends.ts'
import { unifiedDiff } from '../text/unified-diff.ts'
import { visibleName } from '../text/visible.ts'
import {
  defineTool,
  failed,
  notReady,
  type Planned,
  readOnlyPlan,
  ready,
  type ToolOutcome,
  type ToolServices,
  unknownOutcome,
} from '../tool.ts'

const parameters = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the project folder. Missing folders are made.'),
  content: z.string().max(4_000_000).describe('The whole new text of the file.'),
})
type Wanted = z.infer<typeof parameters>

export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Write a whole text file: a new one, or one that you have read before in this run. Line ends and a byte order mark stay as they are in the file. To change a part of a file use edit_file.',
  effect: 'edit',
  parameters,
  prepare: prepareWrite,
  fileOf: ({ path }) => path,
  async afterCrash({ path, content }, services) {
    const file = await services.files.readText(path)
    if (!file.ok || !sameButForm(file.text, content)) return unknownOutcome
    services.reads.saw(file.relative, file.hash)
    return unchanged(
      file.relative,
      `${visibleName(file.relative)} holds just this text: it was written before the app ended.`,
    )
  },
})

/** The current content; `text` and `hash` null: no file. */
interface Before {
  readonly path: string
  readonly text: string | null
  readonly bom: boolean
  readonly hash: string | null
}

/** The plan of writing a whole file. */
export async function prepareWrite({ path, content }: Wanted, services: ToolServices): Promise<Planned> {
  const before = await look(services, path)
  if (typeof before === 'string') return notReady(before)
  const name = visibleName(before.path)
  const isNew = before.text === null
  const { text: now, note } = await formed(before, content, services)
  // The diff of a large file is work for a turn of its own.
  await setImmediate()
  const mark = before.bom ? byteOrderMark : ''
  const old = before.text === null ? null : mark + before.text
  const body = { kind: 'diff' as const, path: before.path, ...unifiedDiff(before.path, old, now) }
  if (old === now)
    return readOnlyPlan(before.path, async () => unchanged(before.path, `${name} holds just this text already.`))
  return ready({
    effect: 'edit',
    title: isNew ? `Write the new file ${name}?` : `Write ${name} anew?`,
    subject: before.path,
    preview: body,
    writes: [before.path],
    async perform(): Promise<ToolOutcome> {
      const written = await services.files.writeText(before.path, now, before.hash)
      if (!written.ok) return failed(written.problem)
      services.reads.saw(before.path, written.hash)
      const change = formatChange(body.added, body.removed)
      const data = { path: before.path, added: body.added, removed: body.removed }
      const text = [`Wrote ${isNew ? 'the new file ' : ''}${name} (${change}).`, note, written.note ?? '']
      return { ok: true, text: text.filter((each) => each !== '').join(' '), summary: change, data, body }
    },
  })
}

/** The bytes' text: in the form of the file before, or in that which the project wants for a new one; and what to say of it. */
async function formed({ path, text: before, bom }: Before, content: string, { files }: ToolServices) {
  if (before === null) {
    const ends = content.includes('\n') ? await wantedEnds(files, path) : null
    const text = ends === null ? content : withLineFeeds(content).replaceAll('\n', ends)
    return {
      text,
      note: text === content ? '' : `It has ${ends === '\n' ? 'LF' : 'CRLF'} line ends, as the project wants.`,
    }
  }
  const { text, kept } = inFormOf(before, content)
  const all = [...(bom && !content.startsWith(byteOrderMark) ? ['byte order mark'] : []), ...kept]
  await setImmediate()
  const notes = [all.length === 0 ? '' : `Kept as it was: ${listed(all)}.`, changedMarks(before, text)]
  const mark = bom || content.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { text: mark + text, note: notes.filter((each) => each !== '').join(' ') }
}

/** The problem if the model may not write there, else null: it never overwrites what it has not seen (threat T32). */
async function look(services: ToolServices, path: string): Promise<Before | string> {
  const resolved = await services.files.resolve(path)
  if (!resolved.ok) return resolved.problem
  if (/[/\\]$/.test(path)) return `${path} ends like a folder. Name the file to write.`
  if (!resolved.exists) return { path: resolved.relative, text: null, bom: false, hash: null }
  const file = await services.files.readText(path)
  if (!file.ok) return `${file.problem} It was not overwritten.`
  const seen = services.reads.seen(file.relative)
  if (seen === undefined && file.size > 0)
    return `${visibleName(file.relative)} exists already and you have not read it in this run. Read it first, then write it or use edit_file.`
  if (seen !== undefined && seen !== file.hash)
    return `${visibleName(file.relative)} was changed since you read it. Read it again, then decide what to write.`
  return { path: file.relative, text: file.text, bom: file.bom, hash: file.hash }
}

const unchanged = (path: string, text: string): ToolOutcome => ({
  ok: true,
  text,
  summary: 'no change',
  data: { path, added: 0, removed: 0 },
  body: { kind: 'none' },
})
