import { posix } from 'node:path'
import type { FailingTest } from './test-report.ts'

/** A line that a failing test reaches, and how far from the test it is. */
export interface Suspect {
  readonly path: string
  /** From 0. */
  readonly line: number
  readonly distance: number
}

interface Piece {
  readonly path: string
  readonly name: string
  readonly from: number
  readonly to: number
}

export type Sources = ReadonlyMap<string, string>

/** The project's own files that a file imports, as project-relative paths. */
export function importsOf(path: string, text: string): string[] {
  const named = text.matchAll(/(?:from|require\(|import\(?)\s*['"](\.{1,2}\/[^'"]+)['"]/g)
  return Array.from(named, ([, to]) => posix.normalize(posix.join(posix.dirname(path), to ?? ''))).map((to) =>
    /\.[cm]?[jt]sx?$/.test(to) ? to : `${to}.js`,
  )
}

/** The lines a failing test reaches through calls, nearest first; tests themselves are never suspected. */
export function suspectsOf(failing: readonly FailingTest[], sources: Sources): Suspect[] {
  const tests = new Set(failing.map((each) => each.path))
  const code = [...sources].filter(([path]) => !tests.has(path) && !isTest(path))
  const pieces = code.flatMap(([path, text]) => piecesOf(path, text))
  const reached = reach(namesInTests(failing, sources), pieces, sources)
  const seen = new Set<string>()
  const near = [...reached].flatMap(([piece, distance]) => linesOf(piece, distance))
  const rest = code.flatMap(([path, text]) => linesOf({ path, name: '', from: 0, to: text.split('\n').length - 1 }, 6))
  return [...near, ...rest].filter(({ path, line }) => {
    const key = `${path}:${line}`
    return seen.has(key) ? false : seen.add(key)
  })
}

export const isTest = (path: string): boolean =>
  /(^|\/)(test|tests|spec|__tests__)\/|\.(test|spec)\.[cm]?[jt]s$/.test(path)

function linesOf(piece: Piece, distance: number): Suspect[] {
  return Array.from({ length: piece.to - piece.from + 1 }, (_, i) => ({
    path: piece.path,
    line: piece.from + i,
    distance,
  }))
}

/** Names called on the failing lines (distance 0) and in the rest of their tests (distance 1). */
function namesInTests(failing: readonly FailingTest[], sources: Sources): Map<string, number> {
  const names = new Map<string, number>()
  for (const { path, line } of failing) {
    const lines = sources.get(path)?.split('\n') ?? []
    for (const name of called(lines[line - 1] ?? '')) names.set(name, 0)
    for (const name of called(blockAround(lines, line - 1).join('\n'))) if (!names.has(name)) names.set(name, 1)
  }
  return names
}

function blockAround(lines: readonly string[], at: number): string[] {
  let from = at
  while (from > 0 && !/^\s*(test|it)\b/.test(lines[from] ?? '')) from -= 1
  let to = at
  while (to < lines.length - 1 && !/^\s*\}\)/.test(lines[to] ?? '')) to += 1
  return lines.slice(from, to + 1)
}

/** Follows calls from name to name, breadth first. */
function reach(start: ReadonlyMap<string, number>, pieces: readonly Piece[], sources: Sources): Map<Piece, number> {
  const reached = new Map<Piece, number>()
  let names = new Map(start)
  for (let step = 0; step < 5 && names.size > 0; step += 1) {
    const next = new Map<string, number>()
    for (const piece of pieces) {
      const distance = names.get(piece.name)
      if (distance === undefined || reached.has(piece)) continue
      reached.set(piece, distance)
      const body = (sources.get(piece.path) ?? '')
        .split('\n')
        .slice(piece.from, piece.to + 1)
        .join('\n')
      for (const name of body.match(/[A-Za-z_$][\w$]*/g) ?? []) if (!next.has(name)) next.set(name, distance + 1)
    }
    names = next
  }
  return new Map([...reached].sort(([, first], [, second]) => first - second))
}

const called = (text: string): string[] =>
  Array.from(text.matchAll(/([A-Za-z_$][\w$]*)\s*\(/g), ([, name]) => name ?? '')

/** Functions, methods and constants of a file, each with its lines. */
function piecesOf(path: string, text: string): Piece[] {
  const lines = text.split('\n')
  return lines.flatMap((line, from) => {
    const head =
      /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+([\w$]+)/.exec(line) ??
      /^(\s*)(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*=/.exec(line) ??
      /^(\s+)(?:static\s+|async\s+|get\s+|set\s+)*([\w$]+)\([^)]*\)\s*\{\s*$/.exec(line)
    if (head === null) return []
    const [, indent = '', name = ''] = head
    return /^(if|for|while|switch|catch)$/.test(name) ? [] : [{ path, name, from, to: endOf(lines, from, indent) }]
  })
}

function endOf(lines: readonly string[], from: number, indent: string): number {
  if (!/[{([]\s*$/.test(lines[from] ?? '')) return from
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith(indent) && /^[}\])]/.test(line.slice(indent.length))) return at
  }
  return from
}
