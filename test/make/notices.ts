/**
 * The licenses of third-party work in the app. `npm run notices` updates the file after a package has
 * changed; a test checks that it is current.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { z } from 'zod'
import { readModules } from '../checks/module-graph.ts'

const root = join(import.meta.dirname, '../..')
export const noticesFile = join(root, 'resources/THIRD-PARTY-NOTICES.txt')

const names = z.record(z.string(), z.string()).default({})
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  dependencies: names,
  optionalDependencies: names,
})
type Manifest = z.infer<typeof manifest>

export interface Notice {
  /** `name version`. */
  readonly title: string
  readonly name: string
  /** SPDX identifier. */
  readonly license: string
  readonly text: string
}

/**
 * Packages that ship with the app: those it loads at run time, those that the window is built from, and their
 * dependencies, except type packages. Sorted by name.
 */
export function readNotices(): readonly Notice[] {
  const found = new Map<string, Notice>()
  const visit = (name: string, from: string) => {
    const folder = packageFolder(name, from)
    if (folder === null) throw new Error(`${name} is not installed: run npm ci`)
    const read = readManifest(folder)
    const title = `${read.name} ${read.version}`
    if (name.startsWith('@types/') || found.has(title)) return
    found.set(title, { title, name, license: read.license, text: licenseText(folder, read) })
    for (const each of Object.keys(read.dependencies)) if (!(each in read.optionalDependencies)) visit(each, folder)
    checkSystemPackages(folder, read)
  }
  for (const name of shippedPackages()) visit(name, root)
  return [...found.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** The packages that the app uses directly: its dependencies, and all imports of the window and of the shared code. */
export function shippedPackages(): readonly string[] {
  const { dependencies } = z.object({ dependencies: names }).parse(readJson(join(root, 'package.json')))
  const bundled = readModules(root)
    .filter(({ file }) => !file.startsWith('src-main/'))
    .flatMap(({ imports }) => imports)
    .concat(importsOfStyles())
    .filter((each) => /^[a-z@]/.test(each))
    .map((each) => each.split('/', each.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set([...Object.keys(dependencies), ...bundled])].sort()
}

function importsOfStyles(): readonly string[] {
  return globSync('src-renderer/**/*.css', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/@import (?:url\()?['"]([^'"]+)/g)].map(
      ([, name = '']) => name,
    ),
  )
}

/** A platform-specific package is covered by its parent's notice, so it must have the same license. */
function checkSystemPackages(folder: string, parent: Manifest): void {
  for (const name of Object.keys(parent.optionalDependencies)) {
    const at = packageFolder(name, folder)
    if (at !== null && licenseText(at, readManifest(at)) !== licenseText(folder, parent))
      throw new Error(`${name} has another license than ${parent.name}: give it a notice of its own`)
  }
}

/** The folder in which Node would find a package; null if there is none. */
function packageFolder(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? null : packageFolder(name, dirname(from))
}

function licenseText(folder: string, { name, license, author }: Manifest): string {
  const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(each))
  const texts = files.sort().map((each) => readFileSync(join(folder, each), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length > 0) return texts.join('\n\n')
  if (license !== 'MIT' || author === undefined) throw new Error(`${name} has no file with its license, ${license}`)
  return `MIT License\n\nCopyright (c) ${author}\n\n${mitTerms()}`
}

/** The terms of the MIT license, read from the app's own license file. */
const mitTerms = () =>
  readFileSync(join(root, 'LICENSE'), 'utf8')
    .replace(/^[\s\S]*?(?=Permission is)/, '')
    .trim()

const readManifest = (folder: string): Manifest => manifest.parse(readJson(join(folder, 'package.json')))
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const head = `Stratagem is made with the work of others, named here with their licenses. A package that exists once for each
system (such as the programs of ripgrep) stands under the name of the package that chooses among them.
The desktop app runs in Electron, which brings its own notices (LICENSE and LICENSES.chromium.html beside it).`

/** The text of the notices. Packages with the same license text are listed together above it. */
export function makeNotices(): string {
  const byText = new Map<string, string[]>()
  for (const { text, title, license } of readNotices())
    byText.set(text, [...(byText.get(text) ?? []), `${title} (${license})`])
  const parts = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`)
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(noticesFile, makeNotices())
