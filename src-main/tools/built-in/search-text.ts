import { z } from 'zod'
import { formatFiles, formatNumber, formatSize, plural } from '../../../src-shared/base/format.ts'
import { keepStart } from '../text/shorten.ts'
import { visibleName } from '../text/visible.ts'
import { defineTool, failed, notReady, readOnlyPlan, type ToolOutcome, type ToolServices } from '../tool.ts'
import { type LongLine, showLongLines } from './long-lines.ts'
import { matchesFrom, projectPath, walkTwice } from './walk.ts'

const usualLimit = 100
/** What ripgrep puts in place of the rest of a long line. */
const omittedEnd = ' [... omitted end of long line]'
/** Bytes of the largest file that is searched. */
const fileLimit = 64_000_000

const parameters = z.strictObject({
  pattern: z.string().min(1).max(10_000).describe('Regular expression (Rust syntax), matched line by line.'),
  path: z
    .string()
    .optional()
    .describe('File or folder to search, relative to the project folder; all of it if left out.'),
  glob: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Only files whose path matches this, such as *.ts or src/**/*.css.'),
  context: z.int().min(0).max(20).optional().describe('Lines shown before and after each match; 0 if left out.'),
  limit: z.int().min(1).max(1000).optional().describe(`How many matching lines to give; ${usualLimit} if left out.`),
  ignore_case: z.boolean().optional().describe('Take upper and lower case as the same.'),
  literal: z.boolean().optional().describe('Take the pattern as plain text, not as a regular expression.'),
})
type Wanted = z.infer<typeof parameters>

export const searchTextTool = defineTool({
  name: 'search_text',
  description:
    "Search the text of the project's files. Gives lines as path:line:text (path-line-text for lines around a match). Binary files are not searched, and what .gitignore leaves out only if there is no match elsewhere.",
  effect: 'read',
  parameters,
  async prepare(wanted, services) {
    const resolved = await services.files.resolve(wanted.path || '.')
    if (!resolved.ok) return notReady(resolved.problem)
    const problem = resolved.kind === 'folder' ? null : await unfit(services, resolved.relative)
    if (problem !== null) return notReady(problem)
    return readOnlyPlan(wanted.pattern, (doing) => search(services, wanted, resolved.relative, doing.signal))
  },
})

/** ripgrep searches a file that is named directly, whatever it is: it would wait for a FIFO, or read a disk image. */
async function unfit(services: ToolServices, path: string): Promise<string | null> {
  const opened = await services.files.openBytes(path)
  if (!opened.ok) return opened.problem
  opened.stream.destroy()
  if (opened.size <= fileLimit) return null
  return `${path} is too large to be searched like this: ${formatSize(opened.size)}. Use a command such as grep.`
}

async function search(
  services: ToolServices,
  wanted: Wanted,
  within: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const isWanted = (path: string) => wanted.glob === undefined || matchesFrom(wanted.glob, within, path)
  const found = collect(wanted.limit ?? usualLimit, isWanted)
  const folder = services.files.folder
  let problem = ''
  let isPartial = false
  let isIgnored = false
  await walkTwice(services, signal, async ({ flags, ignored }, signal) => {
    const end = await services.ripgrep([...flagsFor(wanted), ...flags, '--', within], folder, found.line, signal)
    if (!ignored && found.matches() === 0) problem = end.problem
    isPartial ||= !ignored && end.exitCode === 2
    isIgnored = ignored && found.matches() > 0
    return found.matches() > 0 || problem !== ''
  })
  if (problem !== '') return failed(`The search failed: ${problem}`, 'search failed')
  await showLongLines(services, wanted, found.long(), signal)
  const notes = [
    ...(isIgnored ? ['[These files are ignored (.gitignore). Nothing else matches.]'] : []),
    ...(isPartial ? ['[Some files could not be read and were not searched.]'] : []),
  ]
  return found.result(wanted.pattern, notes)
}

function flagsFor(wanted: Wanted): string[] {
  const flags = [
    '--no-heading',
    '--with-filename',
    '--line-number',
    '--null',
    '--no-messages',
    '--sort=path',
    `--max-filesize=${fileLimit}`,
  ]
  flags.push('--max-columns=500', '--max-columns-preview', `--context=${wanted.context ?? 0}`)
  // A type, unlike --glob, does not re-include what .gitignore excludes.
  if (wanted.glob !== undefined && /^[\w.*?-]+$/.test(wanted.glob))
    flags.push(`--type-add=wanted:${wanted.glob}`, '--type=wanted')
  if (wanted.ignore_case === true) flags.push('--ignore-case')
  if (wanted.literal === true) flags.push('--fixed-strings')
  return [...flags, `--regexp=${wanted.pattern}`]
}

function collect(limit: number, isWanted: (path: string) => boolean) {
  const lines: string[] = []
  const long: LongLine[] = []
  const files = new Set<string>()
  let matches = 0
  let cut = false
  /** The beginning of a name that contains line feeds. */
  let partialLine = ''
  const line = (fresh: string): boolean => {
    const printed = partialLine + fresh
    const parts = /^([^\0]+)\0(\d+)([:-])(.*)$/s.exec(printed)
    partialLine = parts === null && printed !== '--' ? `${printed}\n` : ''
    if (parts === null) return partialLine !== '' || separate(lines)
    const [, name = '', number = '', mark = '', text = ''] = parts
    const path = projectPath(name)
    if (!isWanted(path)) return true
    if (mark === ':') {
      if (matches === limit) {
        cut = true
        return false
      }
      matches += 1
      files.add(path)
    }
    const show = (shown: string) => `${visibleName(path)}${mark}${number}${mark}${shown}`
    if (mark === ':' && text.endsWith(omittedEnd)) {
      const at = lines.length
      long.push({ path, number: Number(number), show: (around) => void lines.splice(at, 1, show(around)) })
    }
    lines.push(show(text.replace(/\r$/, '')))
    return true
  }
  const result = (pattern: string, notes: readonly string[]): ToolOutcome => {
    const rest = () => '[… more matches were left out. Narrow pattern, path or glob, or raise limit.]'
    const all = cut ? [...lines, rest()] : lines
    const note = notes.map((each) => `\n${each}`).join('')
    const summary = `${formatNumber(matches)}${cut ? '+' : ''} ${plural(matches, 'match', 'matches')} in ${formatFiles(files.size)}`
    return {
      ok: true,
      text: (matches === 0 ? `Nothing matches ${pattern}.` : keepStart(all, rest)) + note,
      summary: matches === 0 ? 'no matches' : summary,
      data: { matches, files: files.size },
      body: { kind: 'text', text: all.join('\n') },
    }
  }
  return { line, result, matches: () => matches, long: () => long }
}

/** `--` separates ranges that are not adjacent. */
function separate(lines: string[]): true {
  if (lines.length > 0 && lines.at(-1) !== '--') lines.push('--')
  return true
}
