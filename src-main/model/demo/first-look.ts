import type { Knowledge } from './knowledge.ts'
import type { Situation } from './situation.ts'
import { calls, type DemoAnswer } from './wire.ts'

/** The first steps of any work in a folder: list the files, then read the package file. */
export function firstLook(situation: Situation, known: Knowledge): DemoAnswer | null {
  const { offered } = situation
  if (!known.looked && offered.has('list_directory')) {
    return calls('First, I’ll list the files in the folder.', {
      tool: 'list_directory',
      arguments: { path: '.', depth: 3 },
    })
  }
  const wanted = ['package.json', 'README.md'].filter(
    (path) => known.listed.includes(path) && !known.files.has(path) && !known.unreadable.has(path),
  )
  if (wanted.length === 0 || !offered.has('read_file')) return null
  return calls(
    'Next, I’ll read what describes the project.',
    ...wanted.map((path) => ({ tool: 'read_file', arguments: { path } })),
  )
}

/** The command that shows whether the project works; null if it names none. */
export function checkCommand(known: Knowledge): string | null {
  const text = known.files.get('package.json')
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    return hasTestScript(value) ? 'npm test' : null
  } catch {
    return null
  }
}

function hasTestScript(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('scripts' in value)) return false
  const { scripts } = value
  return typeof scripts === 'object' && scripts !== null && 'test' in scripts
}
