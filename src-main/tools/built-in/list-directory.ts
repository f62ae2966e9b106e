import { z } from 'zod'
import { counted, formatSize } from '../../../src-shared/base/format.ts'
import { keepStart } from '../text/shorten.ts'
import { visibleName } from '../text/visible.ts'
import { defineTool, failed, readOnlyPlan, type ToolOutcome, type ToolServices } from '../tool.ts'
import type { Listing } from '../workspace-port.ts'

const listLimit = 500

export const listDirectoryTool = defineTool({
  name: 'list_directory',
  description:
    'List what is in a folder of the project, hidden and ignored files included. Folders end in /, links in @. .git and node_modules are named but not gone into.',
  effect: 'read',
  parameters: z.strictObject({
    path: z
      .string()
      .optional()
      .describe('Folder relative to the project folder; the project folder itself if left out.'),
    depth: z.int().min(1).max(6).optional().describe('How many levels to go down; 1 if left out.'),
  }),
  prepare: ({ path = '.', depth = 1 }, services) => readOnlyPlan(path || '.', () => list(services, path || '.', depth)),
})

async function list(services: ToolServices, path: string, depth: number): Promise<ToolOutcome> {
  const found = await services.files.list(path, depth, listLimit)
  if (!found.ok) return failed(found.problem)
  const lines = found.entries.map(lineOf)
  if (found.more > 0) lines.push(`[… at least ${found.more} more. List a folder further down, or use find_files.]`)
  const count = found.entries.length + found.more
  return {
    ok: true,
    text: lines.length === 0 ? '(The folder is empty.)' : keepStart(lines, rest),
    summary: counted(count, 'entry', 'entries'),
    data: { entries: count },
    body: { kind: 'text', text: lines.join('\n') },
  }
}

const rest = () => '[… more was left out. List a folder further down.]'

function lineOf(entry: Listing['entries'][number]): string {
  const name = visibleName(entry.path)
  if (entry.kind === 'folder') return `${name}/`
  if (entry.kind === 'link') return `${name}@`
  return entry.kind === 'file' ? `${name}  ${formatSize(entry.size)}` : `${name}  (device, FIFO or socket)`
}
