import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { globSync } from 'tinyglobby'
import type { Boundary } from './boundaries.ts'

export interface Violation {
  readonly file: string
  readonly imports: string
  readonly why: string
}
export interface BoundaryReport {
  readonly modules: number
  readonly violations: readonly Violation[]
}

/** Reads every module below the folders and compares its imports with what is drawn. */
export function checkBoundaries(
  root: string,
  boundaries: readonly Boundary[],
  sameHouse: readonly { from: string; to: string }[],
): BoundaryReport {
  const files = globSync('src-*/**/*.{ts,tsx}', { cwd: root })
  const violations = files.flatMap((file) => {
    const home = homeOf(file, boundaries)
    if (home === undefined) return [{ file, imports: '', why: 'its folder is not in the boundary file' }]
    const text = readFileSync(path.join(root, file), 'utf8')
    return importsOf(file, text).flatMap((imports) => {
      const why = refusal(file, imports, home, boundaries, sameHouse)
      return why === null ? [] : [{ file, imports, why }]
    })
  })
  return { modules: files.length, violations }
}

function homeOf(file: string, boundaries: readonly Boundary[]): Boundary | undefined {
  return boundaries
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .reduce<Boundary | undefined>(
      (best, each) => (best && best.folder.length > each.folder.length ? best : each),
      undefined,
    )
}

/** Static, type-only, re-exported and dynamic imports alike. */
function importsOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const named = module.staticImports.map((each) => each.moduleRequest.value)
  const again = module.staticExports.flatMap((each) =>
    each.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
  )
  return [...named, ...again, ...dynamic]
}

function refusal(
  file: string,
  imports: string,
  home: Boundary,
  boundaries: readonly Boundary[],
  sameHouse: readonly { from: string; to: string }[],
): string | null {
  if (!imports.startsWith('.')) return packageRefusal(imports, home)
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), imports))
  if (!target.startsWith('src-')) return target.startsWith('resources/') ? null : 'it lies outside the source folders'
  const there = homeOf(target, boundaries)
  if (there === undefined) return 'the imported folder is not in the boundary file'
  if (there === home || home.mayUse.includes(there.folder)) return null
  if (sameHouse.some(({ from, to }) => home.folder === from && there.folder === to)) return null
  return `${home.folder} may not use ${there.folder}`
}

function packageRefusal(imports: string, home: Boundary): string | null {
  const allowed = home.packages.some((each) => {
    if (each.endsWith(':')) return imports.startsWith(each)
    if (each.endsWith('/*')) return imports.startsWith(each.slice(0, -1))
    return imports === each || imports.startsWith(`${each}/`)
  })
  return allowed ? null : `${home.folder} is no home of this package`
}
