import type { Readable } from 'node:stream'
import { z } from 'zod'
import { counted } from '../../../src-shared/base/format.ts'
import { modelLimit, startOf } from '../text/shorten.ts'
import { visibleName } from '../text/visible.ts'
import { defineTool, failed, readOnlyPlan, type ToolOutcome, type ToolServices } from '../tool.ts'

/** Lines returned if the model names no limit. */
const usualLines = 2000
/** Bytes of a large file that are scanned to find the wanted lines. */
const scanLimit = 512_000_000
/** Characters kept for display. */
const bodyLimit = 1_000_000

export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Read a text file of the project. Gives its text as it is, with no line numbers. Long files are given in parts: go on with offset.',
  effect: 'read',
  parameters: z.strictObject({
    path: z.string().min(1).describe('Path of the file, relative to the project folder.'),
    offset: z.int().min(1).max(1_000_000_000).optional().describe('First line to read, counted from 1.'),
    limit: z.int().min(1).max(10_000).optional().describe(`How many lines to read; ${usualLines} if left out.`),
  }),
  async prepare({ path, offset = 1, limit = usualLines }, services) {
    // Rules are about the file itself, whatever links lead to it.
    const found = await services.files.resolve(path)
    const subject = found.ok ? found.relative : path
    return readOnlyPlan(subject, (doing) => read(services, path, offset, limit, doing.signal))
  },
})

/** A range of lines. `total` is null if the end was not reached. */
interface Part {
  readonly path: string
  readonly lines: readonly string[]
  readonly total: number | null
}

async function read(
  services: ToolServices,
  path: string,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const whole = await services.files.readText(path)
  if (whole.ok) {
    services.reads.saw(whole.relative, whole.hash)
    const lines = linesOf(whole.text)
    return shown(
      { path: whole.relative, lines: lines.slice(offset - 1, offset - 1 + limit), total: lines.length },
      offset,
    )
  }
  if (whole.why !== 'too-large') return failed(whole.problem)
  const opened = await services.files.openBytes(path)
  if (!opened.ok) return failed(opened.problem)
  const found = await scan(opened.stream, offset, limit, signal)
  if (typeof found === 'string') return failed(`${visibleName(opened.relative)} ${found}`)
  return shown({ path: opened.relative, ...found }, offset)
}

function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Scans the bytes and keeps only the wanted lines, so that memory is bounded however large the file is. */
async function scan(
  stream: Readable,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<Omit<Part, 'path'> | string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const lines: string[] = []
  let line = 1
  let current = ''
  let scanned = 0
  try {
    for await (const chunk of stream) {
      if (signal.aborted) return 'was not read to the end: stopped.'
      const bytes = Buffer.from(chunk)
      if (bytes.includes(0)) return 'is a binary file, not text.'
      scanned += bytes.length
      if (scanned > scanLimit) return `is too large: line ${offset} is not within its first ${scanLimit} bytes.`
      const parts = decoder.decode(bytes, { stream: true }).split('\n')
      for (const [index, part] of parts.entries()) {
        if (index > 0) {
          if (line >= offset) lines.push(current.replace(/\r$/, ''))
          if (lines.length >= limit) return { lines, total: null }
          line += 1
          current = ''
        }
        if (line >= offset && current.length <= modelLimit) current += part
      }
    }
  } catch (thrown) {
    if (thrown instanceof TypeError) return 'is not text in UTF-8: it is binary or in another encoding.'
    throw thrown
  } finally {
    stream.destroy()
  }
  if (current !== '') lines.push(current)
  return { lines, total: line - (current === '' ? 1 : 0) }
}

function shown(part: Part, offset: number): ToolOutcome {
  const data = { path: part.path, firstLine: offset, lines: part.lines.length, totalLines: part.total }
  const body = {
    kind: 'file' as const,
    path: part.path,
    text: startOf(part.lines.join('\n'), bodyLimit),
    firstLine: offset,
  }
  if (part.lines.length === 0) {
    if (part.total === 0) return { ok: true, text: '(The file is empty.)', summary: 'empty', data, body }
    return failed(`${visibleName(part.path)} has only ${part.total} lines; line ${offset} is past its end.`)
  }
  const fit = fitting(part.lines)
  const last = offset + fit.length - 1
  const text = fit.map((line) => cut(line)).join('\n')
  if (part.total !== null && last >= part.total && offset === 1)
    return { ok: true, text, summary: counted(part.total, 'line'), data, body }
  const of = part.total === null ? 'more' : String(part.total)
  const next = part.total === null || last < part.total ? ` Read on with offset ${last + 1}.` : ''
  const note = `[Lines ${offset} to ${last} of ${of}.${next}]`
  return { ok: true, text: `${text}\n${note}`, summary: `lines ${offset} to ${last} of ${of}`, data, body }
}

/** As many whole lines as fit in one result, at least one. */
function fitting(lines: readonly string[]): readonly string[] {
  let size = 0
  const end = lines.findIndex((line, at) => {
    size += line.length + 1
    return at > 0 && size > modelLimit
  })
  return end < 0 ? lines : lines.slice(0, end)
}

function cut(line: string): string {
  if (line.length <= modelLimit) return line
  return `${startOf(line, modelLimit)} [… the line goes on and is too long to show whole; search_text finds parts of it]`
}
