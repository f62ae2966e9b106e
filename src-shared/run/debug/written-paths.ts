import type { Json } from '../../base/json.ts'
import type { ToolCall } from '../../model/message.ts'
import { argumentsOf } from '../tool-subject.ts'

/** Arguments that name a file, in the app's tools and in those of MCP servers. */
const pathNames =
  /^(paths?|files?|file_?paths?|file_?names?|source|destination|from|to|target|(old|new|source|target)_?(path|file|name))$/i
/** Arguments that hold a patch, which names its files itself. */
const patchNames = /^(patch|diff|input)$/i
/** `*** Update File: a.ts`, `*** Move to: b.ts`, `+++ b/a.ts`, `rename from a.ts`. */
const patchHeader =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |(?:---|\+\+\+) (?:[ab]\/)?|rename (?:from|to) )([^\t\r\n]+)/gm

/**
 * The paths that a call is about to write, move or delete, as its arguments say, at any depth: also those of a list of
 * edits and of a patch. What a command writes is in its text.
 */
export function writtenPaths(call: Pick<ToolCall, 'arguments'>): readonly string[] {
  const given = argumentsOf(call)
  return given === null ? [] : [...new Set(pathsIn(given).map(plainPath))]
}

const maxDepth = 6

function pathsIn(value: Json, name = '', depth = 0): string[] {
  if (typeof value === 'string') {
    if (patchNames.test(name)) return [...value.matchAll(patchHeader)].flatMap(([, path = '']) => pathIn(path))
    return pathNames.test(name) ? pathIn(value) : []
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, name, depth + 1))
  return Object.entries(value).flatMap(([key, each]) => pathsIn(each, key, depth + 1))
}

const pathIn = (text: string): string[] => (text === '' || text === '/dev/null' || text.includes('\n') ? [] : [text])

/** `./src//a.ts` and `src\a.ts` are `src/a.ts`; an absolute path keeps its first slash. */
function plainPath(path: string): string {
  const parts: string[] = []
  const slashed = path.trim().replaceAll('\\', '/')
  for (const part of slashed.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return (isAbsolute(slashed) ? '/' : '') + parts.join('/')
}

const isAbsolute = (path: string): boolean => /^(\/|[a-z]:\/)/i.test(path)

/** The path, and for an absolute one all of its ends: which of them is in the project is not known here. */
export function pathEnds(path: string): readonly string[] {
  if (!path.startsWith('/')) return [path]
  const parts = path.slice(1).split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}
