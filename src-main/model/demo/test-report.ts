/** Where a test failed. `path` is relative to the project if possible; `line` counts from 1. */
export interface FailingTest {
  readonly name: string
  readonly path: string
  readonly line: number
}

export interface TestReport {
  readonly failing: readonly FailingTest[]
  /** One line with the expected and the actual value; may be empty. */
  readonly complaint: string
}

/**
 * Parses the output of a test runner: Node's spec and TAP reporters, and any other whose failures have
 * stack lines. Frames inside the runner are skipped.
 */
export function readTestReport(output: string, folder: string): TestReport {
  const places = stackPlaces(output, folder)
  const names = failingNames(output)
  const failing = places.map(({ path, line }, i) => ({ name: names[i] ?? names[0] ?? '', path, line }))
  return { failing, complaint: complaintOf(output) }
}

function stackPlaces(output: string, folder: string): { path: string; line: number }[] {
  const found = output.matchAll(
    /(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/]|\.{0,2}[\w-]+[\\/])[^\s():'"]*\.[cm]?[jt]sx?):(\d+):\d+/g,
  )
  const places = Array.from(found, ([, path, line]) => ({ path: relativeTo(folder, path ?? ''), line: Number(line) }))
  const seen = new Set<string>()
  return places.filter(({ path, line }) => {
    const key = `${path}:${line}`
    if (path.includes('node_modules') || path.startsWith('node:') || /(^|\/)internal\//.test(path)) return false
    return seen.has(key) ? false : seen.add(key)
  })
}

function relativeTo(folder: string, path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\/([A-Za-z]:)/, '$1')
  const base = folder.replaceAll('\\', '/').replace(/\/$/, '')
  if (base !== '' && plain.startsWith(`${base}/`)) return plain.slice(base.length + 1)
  // The report may name the folder through a link: the path from the first well-known folder on is close enough.
  const usual = /(?:^|\/)((?:test|tests|spec|src|lib|__tests__)\/.*)$/.exec(plain)
  return usual?.[1] ?? plain
}

function failingNames(output: string): string[] {
  const named = output.matchAll(/^\s*(?:✖|✗|×|not ok \d+ -?)\s+(.+?)(?:\s+\([\d.]+m?s\))?\s*$/gm)
  return [...new Set(Array.from(named, ([, name]) => name ?? ''))].filter((name) => !/^failing tests/.test(name))
}

function complaintOf(output: string): string {
  const inline = /^\s*(\S.* (?:!==|!=|deepEqual|not equal to) .*\S)\s*$/m.exec(output)
  if (inline?.[1] !== undefined && inline[1].length < 200) return inline[1]
  const expected = /^\s*expected:\s*(.+?),?\s*$/m.exec(output)?.[1]
  const actual = /^\s*actual:\s*(.+?),?\s*$/m.exec(output)?.[1]
  return expected !== undefined && actual !== undefined ? `expected ${expected}, got ${actual}` : ''
}
