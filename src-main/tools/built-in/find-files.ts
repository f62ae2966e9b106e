import { z } from 'zod'
import { formatFiles } from '../../../src-shared/base/format.ts'
import { matchesGlob } from '../../../src-shared/base/glob.ts'
import { walkFlags } from '../ripgrep.ts'
import { keepStart } from '../text/shorten.ts'
import { visibleName } from '../text/visible.ts'
import { defineTool, failed, notReady, readOnlyPlan, type ToolOutcome, type ToolServices } from '../tool.ts'

const usualLimit = 200
/** Paths kept in memory; more are only counted. */
const keptLimit = 100_000

export const findFilesTool = defineTool({
  name: 'find_files',
  description:
    'Find files of the project by name, sorted by path. Files that .gitignore leaves out are not found; list_directory shows them.',
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
  const folder = services.files.folder
  const take = (name: string) => {
    const path = projectPath(name)
    if (!matchesFrom(glob, within, path)) return true
    count += 1
    if (found.length < keptLimit) found.push(path)
    return true
  }
  const end = await services.ripgrep(
    ['--files', '--null', '--no-messages', ...walkFlags(folder), '--', within],
    folder,
    take,
    signal,
    '\0',
  )
  if (end.exitCode !== 0 && count === 0 && end.problem !== '')
    return failed(`The files could not be listed: ${end.problem}`)
  const shown = found.sort().slice(0, limit).map(visibleName)
  const rest = (at: number) => `[… ${count - at} more. Narrow the glob or the path, or raise limit.]`
  const lines = shown.length < count ? [...shown, rest(shown.length)] : shown
  return {
    ok: true,
    text: count === 0 ? `No file matches ${glob}.` : keepStart(lines, rest),
    summary: formatFiles(count),
    data: { files: count },
    body: { kind: 'text', text: lines.join('\n') },
  }
}

/** As ripgrep prints it: `./src/a.js` or, on Windows, `src\a.js`. */
export function projectPath(printed: string): string {
  const forward = process.platform === 'win32' ? printed.replaceAll('\\', '/') : printed
  return forward.replace(/^\.\//, '')
}

/** A glob may be relative to the project's folder or to the folder given with it. */
export function matchesFrom(glob: string, within: string, path: string): boolean {
  if (matchesGlob(glob, path)) return true
  return within !== '.' && path.startsWith(`${within}/`) && matchesGlob(glob, path.slice(within.length + 1))
}
