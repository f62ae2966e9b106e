import type { Boundary, Kept } from './boundaries.ts'
import { importedFile, type SourceModule } from './module-graph.ts'

export interface Violation {
  readonly file: string
  readonly imports: string
  readonly why: string
}

/** Finds imports of what only some other places may import. */
export function findKept(modules: readonly SourceModule[], kept: readonly Kept[]): readonly Violation[] {
  return modules.flatMap(({ file, imports }) =>
    imports.flatMap((each) => {
      if (!file.startsWith('src-')) return []
      const found = kept.find(
        ({ packages, places }) =>
          packages.includes(each) && !places.some((place) => file === place || file.startsWith(`${place}/`)),
      )
      return found === undefined ? [] : [{ file, imports: each, why: found.why }]
    }),
  )
}

/** Checks the imports of every module against the rules. */
export function checkBoundaries(
  modules: readonly SourceModule[],
  boundaries: readonly Boundary[],
  sameHouse: readonly { from: string; to: string }[],
): readonly Violation[] {
  return modules.flatMap((each) => {
    const { file } = each
    const home = homeOf(file, boundaries)
    if (home === undefined) return [{ file, imports: '', why: 'its folder is not in the boundary file' }]
    return each.imports.flatMap((imports) => {
      const why = refusal(file, imports, home, boundaries, sameHouse)
      return why === null ? [] : [{ file, imports, why }]
    })
  })
}

function homeOf(file: string, boundaries: readonly Boundary[]): Boundary | undefined {
  return boundaries
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .reduce<Boundary | undefined>(
      (best, each) => (best && best.folder.length > each.folder.length ? best : each),
      undefined,
    )
}

function refusal(
  file: string,
  imports: string,
  home: Boundary,
  boundaries: readonly Boundary[],
  sameHouse: readonly { from: string; to: string }[],
): string | null {
  const target = importedFile(file, imports)
  if (target === null) return packageRefusal(imports, home)
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
