import { z } from 'zod'
import { formatFiles, plural } from '../../../src-shared/base/format.ts'
import { keepStart } from '../text/shorten.ts'
import { visibleName } from '../text/visible.ts'
import { defineTool, failed, notReady, readOnlyPlan, type ToolOutcome, type ToolServices } from '../tool.ts'
import { matchesFrom, projectPath, walkTwice } from './walk.ts'

const usualLimit = 200
/** Paths kept in memory; more are only counted. */
const keptLimit = 100_000

export const findFilesTool = defineTool({
  name: 'find_files',
  description:
    'Find files of the project by name, sorted by path. Files that .gitignore leaves out are given only if no other file matches.',
  effect: 'read',
  parameters: z.strictObject({
    glob: z
      .string()
      .min(1)
      .max(1000)
      .describe(
        'Pattern for the path, such as *.test.ts, src/**/*.css or {README,CHANGES}*. Without a slash it is matched at any depth.',
      ),
    path: z
      .string()
      .optional()
      .describe('Folder to look in, relative to the project folder; all of the project if left out.'),
    limit: z.int().min(1).max(2000).optional().describe(`How many to give; ${usualLimit} if left out.`),
  }),
  async prepare({ glob, path = '.', limit = usualLimit }, services) {
    const resolved = await services.files.resolve(path || '.')
    if (!resolved.ok) return notReady(resolved.problem)
    if (resolved.kind !== 'folder') return notReady(`${path} is no folder of the project. find_files looks in folders.`)
    return readOnlyPlan(`${glob} in ${resolved.relative}`, (doing) =>
      find(services, glob, resolved.relative, limit, doing.signal),
    )
  },
})

async function find(
  services: ToolServices,
  glob: string,
  within: string,
  limit: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const found: string[] = []
  let count = 0
  let problem = ''
  let isIgnored = false
  await walkTwice(services, signal, async ({ flags, ignored }, signal) => {
    const take = (name: string) => {
      const path = projectPath(name)
      if (!matchesFrom(glob, within, path)) return true
      count += 1
      if (found.length < keptLimit) found.push(path)
      // What is ignored may be very much.
      return !ignored || count < keptLimit
    }
    const args = ['--files', '--null', '--no-messages', ...flags, '--', within]
    const end = await services.ripgrep(args, services.files.folder, take, signal, '\0')
    if (!ignored && end.exitCode !== 0 && count === 0) problem = end.problem
    isIgnored = ignored && count > 0
    return count > 0 || problem !== ''
  })
  if (problem !== '') return failed(`The files could not be listed: ${problem}`)
  const note = isIgnored ? ignoredNote(count) : null
  const shown = found.sort().slice(0, limit).map(visibleName)
  const rest = (at: number) => `[… ${count - at} more. Narrow the glob or the path, or raise limit.]`
  const lines = [...(note === null ? [] : [note]), ...shown, ...(shown.length < count ? [rest(shown.length)] : [])]
  return {
    ok: true,
    text: count === 0 ? `No file matches ${glob}.` : keepStart(lines, rest),
    summary: formatFiles(count),
    data: { files: count },
    body: { kind: 'text', text: lines.join('\n') },
  }
}

const ignoredNote = (count: number) =>
  `[${plural(count, 'This file is', 'These files are')} ignored (.gitignore). No other file matches.]`
