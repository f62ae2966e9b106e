import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { globSync } from 'tinyglobby'

/** A module of the source folders with the specifiers of all its imports. */
export interface SourceModule {
  /** Path from the top of the repository, with `/`. */
  readonly file: string
  /** Static, type-only and dynamic imports, re-exports, and what is asked of Node by name. */
  readonly imports: readonly string[]
}

export interface MeasuredModule extends SourceModule {
  readonly lines: number
}

/** Every module in the `src-*` folders of a repository. */
export function readModules(root: string): readonly MeasuredModule[] {
  const files = globSync('src-*/**/*.{ts,tsx,js,mjs,cjs}', { cwd: root })
  return files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, imports: importsOf(file, text), lines: text.split('\n').length - 1 }
  })
}

/** The file of a relative import; null for a package. */
export function importedFile(file: string, imports: string): string | null {
  return imports.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), imports)) : null
}

/** Stands for a module whose name is only known when it is asked for. */
export const computedName = 'a module whose name is computed'

function importsOf(file: string, text: string): string[] {
  const parsed = parseSync(file, text)
  const { module, errors } = parsed
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const named = module.staticImports.map((each) => each.moduleRequest.value)
  const again = module.staticExports.flatMap((each) =>
    each.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const dynamic = module.dynamicImports.map(
    ({ moduleRequest }) =>
      /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2] ?? computedName,
  )
  return [...named, ...again, ...dynamic, ...askedOfNode(parsed, text)]
}

/** Functions that give a module of Node without an import, whatever they are a member of. */
const givers = /(?:^|[.\s])(?:require|getBuiltinModule|binding|_linkedBinding)$|^createRequire\(/

function askedOfNode(parsed: ReturnType<typeof parseSync>, text: string): readonly string[] {
  // The tree takes longer than all else, and few files need it.
  if (!/require|getBuiltinModule|binding/i.test(text)) return []
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const called = text.slice(callee.start, callee.end).replace(/\s*\?\./g, '.')
      if (!givers.test(called) || /\.resolve$/.test(called)) return
      const [asked] = given
      const names =
        asked === undefined ? [] : text.slice(asked.start, asked.end).match(/(?<=['"`])[\w:/@.-]*\w(?=['"`])/g)
      found.push(...(names ?? [computedName]))
    },
  }).visit(parsed.program)
  return found
}
