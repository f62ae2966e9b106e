import { resolve } from 'node:path'
import type { SearchHit } from '../../../src-shared/api/search.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { jsonLines } from '../json-lines.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

export interface SearchArguments {
  readonly command: 'search'
  readonly words: string
  /** Null: all projects. */
  readonly project: string | null
  readonly json: boolean
}

/** @throws UsageError if it can't be understood */
export function readSearch(args: string[], workingFolder: string): SearchArguments {
  const { values, positionals } = parse('search', args, { project: text, json: flag } as const)
  const words = positionals.join(' ').trim()
  if (words === '') throw new UsageError('WORDS are missing.', 'search')
  return {
    command: 'search',
    words: words.slice(0, 200),
    project: values.project === undefined ? null : resolve(workingFolder, values.project),
    json: values.json ?? false,
  }
}

/** `agent search`: where the words stand, best first, one place a line. @returns 0 if there are any, else 1 */
export async function searchCommand(
  host: Host,
  { words, project, json }: SearchArguments,
  to: Terminal,
): Promise<number> {
  const projectId = project === null ? null : (await projectIn(host, project)).id
  const { hits, more } = await ask(host, 'history-search', { projectId, query: words })
  if (json) jsonLines(to, hits)
  else for (const hit of hits) to.out(`${lineOf(hit)}\n`)
  if (more) to.progress('There are more results. Add words to narrow the search.')
  if (hits.length === 0) to.error('Nothing found.')
  return hits.length > 0 ? exitCodes.completed : exitCodes.failed
}

/** Tabs and line ends would break the table; the marks are for windows. */
function lineOf({ runId, conversationId, path, kind, project, title, excerpt, damaged }: SearchHit): string {
  const location = path === null ? (runId ?? conversationId) : `${runId} ${path}`
  return [location, kind, project, title, excerpt, ...(damaged ? ['damaged'] : [])].map(plain).join('\t')
}

const plain = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, (found) => (/\s/.test(found) ? ' ' : ''))
