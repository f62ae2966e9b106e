import { z } from 'zod'
import { formatChange } from '../../../src-shared/base/format.ts'
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
    'Write a whole text file: a new one, or one that you have read before in this run. To change a part of a file use edit_file.',
  effect: 'edit',
  parameters,
  prepare,
  fileOf: ({ path }) => path,
  async afterCrash({ path, content }, services) {
    const file = await services.files.readText(path)
    if (!file.ok || (file.bom ? '\uFEFF' : '') + file.text !== content) return unknownOutcome
    services.reads.saw(file.relative, file.hash)
    return unchanged(
      file.relative,
      `${visibleName(file.relative)} holds just this text: it was written before the app ended.`,
    )
  },
})

/** The current content; `hash` null: no file. */
interface Before {
  readonly path: string
  readonly text: string | null
  readonly hash: string | null
}

async function prepare({ path, content }: Wanted, services: ToolServices): Promise<Planned> {
  const before = await look(services, path)
  if (typeof before === 'string') return notReady(before)
  const isNew = before.text === null
  const body = { kind: 'diff' as const, path: before.path, ...unifiedDiff(before.path, before.text, content) }
  if (before.text === content)
    return readOnlyPlan(before.path, async () =>
      unchanged(before.path, `${visibleName(before.path)} holds just this text already.`),
    )
  return ready({
    effect: 'edit',
    title: isNew ? `Write the new file ${visibleName(before.path)}?` : `Write ${visibleName(before.path)} anew?`,
    subject: before.path,
    preview: body,
    writes: [before.path],
    async perform(): Promise<ToolOutcome> {
      const written = await services.files.writeText(before.path, content, before.hash)
      if (!written.ok) return failed(written.problem)
      services.reads.saw(before.path, written.hash)
      const change = formatChange(body.added, body.removed)
      const data = { path: before.path, added: body.added, removed: body.removed }
      const text = isNew
        ? `Wrote the new file ${visibleName(before.path)} (${change}).`
        : `Wrote ${visibleName(before.path)} (${change}).`
      const noted = written.note === undefined ? text : `${text} ${written.note}`
      return { ok: true, text: noted, summary: change, data, body }
    },
  })
}

/** The problem if the model may not write there, else null: it never overwrites what it has not seen (threat T32). */
async function look(services: ToolServices, path: string): Promise<Before | string> {
  const resolved = await services.files.resolve(path)
  if (!resolved.ok) return resolved.problem
  if (/[/\\]$/.test(path)) return `${path} ends like a folder. Name the file to write.`
  if (!resolved.exists) return { path: resolved.relative, text: null, hash: null }
  const file = await services.files.readText(path)
  if (!file.ok) return `${file.problem} It was not overwritten.`
  const seen = services.reads.seen(file.relative)
  if (seen === undefined && file.size > 0)
    return `${visibleName(file.relative)} exists already and you have not read it in this run. Read it first, then write it or use edit_file.`
  if (seen !== undefined && seen !== file.hash)
    return `${visibleName(file.relative)} was changed since you read it. Read it again, then decide what to write.`
  return { path: file.relative, text: (file.bom ? '\uFEFF' : '') + file.text, hash: file.hash }
}

const unchanged = (path: string, text: string): ToolOutcome => ({
  ok: true,
  text,
  summary: 'no change',
  data: { path, added: 0, removed: 0 },
  body: { kind: 'none' },
})
