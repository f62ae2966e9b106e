import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { formatChange, plural } from '../../../src-shared/base/format.ts'
import { byteOrderMark, withLineFeeds } from '../text/file-form.ts'
import { nearMiss } from '../text/near-miss.ts'
import { findPlaces, type Place, placesLimit, replacePlaces } from '../text/replace-part.ts'
import { unifiedDiff } from '../text/unified-diff.ts'
import { visibleName } from '../text/visible.ts'
import {
  defineTool,
  failed,
  notReady,
  type Planned,
  ready,
  type ToolOutcome,
  type ToolServices,
  unknownOutcome,
} from '../tool.ts'
import type { TextFile } from '../workspace-port.ts'
import { prepareWrite } from './write-file.ts'

const parameters = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the project folder.'),
  old_text: z
    .string()
    .describe('The text to replace, exactly as it stands in the file, with enough around it to occur only once.'),
  new_text: z.string().describe('The text to put in its place.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence.'),
})
type Wanted = z.infer<typeof parameters>

export const editFileTool = defineTool({
  name: 'edit_file',
  description:
    'Replace a piece of text in a file. The old text must occur exactly once, or replace_all be set. Line endings and everything else stay as they are.',
  effect: 'edit',
  parameters,
  prepare,
  fileOf: ({ path }) => path,
  async afterCrash(wanted, services) {
    const file = await services.files.readText(wanted.path)
    if (!file.ok) return unknownOutcome
    const done =
      findPlaces(file.text, wanted.new_text, 1).places.length > 0 &&
      findPlaces(file.text, wanted.old_text, 1).places.length === 0
    if (!done) return unknownOutcome
    return {
      ...unknownOutcome,
      text: `${unknownOutcome.text} ${visibleName(file.relative)} now holds the new text and not the old one.`,
    }
  },
})

async function prepare(wanted: Wanted, services: ToolServices): Promise<Planned> {
  if (wanted.old_text === '') return withoutOldText(wanted, services)
  const file = await services.files.readText(wanted.path)
  if (!file.ok) return notReady(file.problem)
  const edited = replaced(file, wanted)
  if (!edited.ok) return notReady(`${visibleName(file.relative)} was not changed. ${edited.problem}`)
  // The diff of a large file is work for a turn of its own.
  await setImmediate()
  const body = { kind: 'diff' as const, path: file.relative, ...unifiedDiff(file.relative, file.text, edited.text) }
  return ready({
    effect: 'edit',
    title: `Edit ${visibleName(file.relative)}?`,
    subject: file.relative,
    preview: body,
    writes: [file.relative],
    async perform(): Promise<ToolOutcome> {
      // The path that was shown, not the requested one: a link may have been redirected since.
      const written = await services.files.writeText(
        file.relative,
        (file.bom ? byteOrderMark : '') + edited.text,
        file.hash,
      )
      if (!written.ok) return failed(written.problem)
      services.reads.saw(file.relative, written.hash)
      const change = formatChange(body.added, body.removed)
      const times = plural(edited.times, '', ` in ${edited.times} places`)
      const data = { path: file.relative, added: body.added, removed: body.removed }
      return {
        ok: true,
        text: `Edited ${visibleName(file.relative)}${times} (${change}).${written.note === undefined ? '' : ` ${written.note}`}`,
        summary: change,
        data,
        body,
      }
    },
  })
}

/** Many models make a file so; of one that holds something, no text says no place. */
async function withoutOldText({ path, new_text: content }: Wanted, services: ToolServices): Promise<Planned> {
  const resolved = await services.files.resolve(path)
  if (!resolved.ok) return notReady(resolved.problem)
  const file = resolved.exists ? await services.files.readText(path) : null
  if (file?.ok === false) return notReady(file.problem)
  if (file === null || file.size === 0) return prepareWrite({ path, content }, services)
  return notReady(
    `${visibleName(file.relative)} was not changed. old_text is empty, so it names no place in the file. Give the text to replace, or write the whole file with write_file.`,
  )
}

type Replaced =
  | { readonly ok: true; readonly text: string; readonly times: number }
  | { readonly ok: false; readonly problem: string }

function replaced(file: TextFile, asSent: Wanted): Replaced {
  const wanted = inFormOfFile(file.text, asSent)
  const all = findPlaces(file.text, wanted.old_text, wanted.replace_all === true ? file.text.length : placesLimit)
  const times = all.places.length
  if (times === 0) {
    if (wanted.old_text === wanted.new_text) return problem(same)
    return problem(`The old text does not occur in it. ${nearMiss(file.text, wanted.old_text)}`)
  }
  if (times > 1 && wanted.replace_all !== true)
    return problem(
      `The old text occurs ${times === placesLimit ? 'at least ' : ''}${times} times, at ${linesOf(file.text, all.places)}. Give more of the text around the one that is meant, or set replace_all.`,
    )
  const edited = replacePlaces(file.text, all, wanted.new_text)
  if (edited.text !== file.text) return { ok: true, ...edited }
  return problem(wanted.old_text === wanted.new_text ? same : sameButLineEnds)
}

/**
 * What reading hides can't be meant: line ends that the text to replace has and the file has not, and a newline after a
 * last line that has none.
 */
function inFormOfFile(text: string, wanted: Wanted): Wanted {
  const { old_text: old, new_text: now } = wanted
  if (old.includes('\r\n') && !text.includes('\r\n'))
    return inFormOfFile(text, { ...wanted, old_text: withLineFeeds(old), new_text: withLineFeeds(now) })
  if (!/[^\n]\n$/.test(old) || text.endsWith('\n') || findPlaces(text, old, 1).places.length > 0) return wanted
  const without = old.replace(/\r?\n$/, '')
  const { places } = findPlaces(text, without, text.length)
  return places.length === 1 && places[0]?.to === text.length
    ? { ...wanted, old_text: without, new_text: now.replace(/\r?\n$/, '') }
    : wanted
}

const problem = (text: string): Replaced => ({ ok: false, problem: text })
const same = 'The old and the new text are the same.'
const sameButLineEnds =
  'The old and the new text differ only in line ends or in the Unicode form of letters, which stay as they are in the file. A command can change them.'

/** `lines 4, 10 and 22`, at most ten of them. */
function linesOf(text: string, places: readonly Place[]): string {
  const lines: number[] = []
  let line = 1
  let from = 0
  for (const { from: at } of places.slice(0, 10)) {
    for (let feed = text.indexOf('\n', from); feed >= 0 && feed < at; feed = text.indexOf('\n', feed + 1)) {
      line += 1
      from = feed + 1
    }
    lines.push(line)
  }
  return `lines ${lines.join(', ')}`
}
