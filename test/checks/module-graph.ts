import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { globSync } from 'tinyglobby'

/** A module of the source folders with the specifiers of all its imports. */
export interface SourceModule {
  /** Path from the top of the repository, with `/`. */
  readonly file: string
  /** Static, type-only and dynamic imports, and re-exports. */
  readonly imports: readonly string[]
}

export interface MeasuredModule extends SourceModule {
  readonly lines: number
}

/** Every module in the `src-*` folders of a repository. */
export function readModules(root: string): readonly MeasuredModule[] {
  const files = globSync('src-*/**/*.{ts,tsx}', { cwd: root })
  return files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, imports: importsOf(file, text), lines: text.split('\n').length - 1 }
  })
}

/** The file of a relative import; null for a package. */
export function importedFile(file: string, imports: string): string | null {
  return imports.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), imports)) : null
}

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
