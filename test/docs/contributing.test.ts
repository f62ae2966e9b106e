import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../kit/host/host-open.ts'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')

/** A whole file, or a change of one: `before` becomes `after` wherever it stands. */
type Edit =
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly before: string; readonly after: string }

function editsOf(recipe: string): readonly Edit[] {
  return [...recipe.matchAll(/^```(ts|diff)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = '']) =>
    language === 'ts' ? [newFile(text)] : changes(text),
  )
}

function newFile(text: string): Edit {
  const [, file = '', body = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? []
  return { kind: 'file', file, text: body }
}

/** Files stand above the hunks that belong to all of them; `@@` parts hunks. */
function changes(text: string): readonly Edit[] {
  return [...text.matchAll(/((?:^--- \S+\n)+)((?:^(?!---).*\n)+)/gm)].flatMap(([, heads = '', body = '']) =>
    [...heads.matchAll(/^--- (\S+)$/gm)].flatMap(([, file = '']) =>
      body.split(/^@@\n/m).map((hunk): Edit => {
        const lines = hunk.trimEnd().split('\n')
        const side = (marks: string) =>
          lines.filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1))
        return { kind: 'change', file, before: side(' -').join('\n'), after: side(' +').join('\n') }
      }),
    ),
  )
}

function apply(folder: string, edit: Edit): void {
  const at = path.join(folder, edit.file)
  mkdirSync(path.dirname(at), { recursive: true })
  if (edit.kind === 'file') {
    writeFileSync(at, edit.text)
    return
  }
  const text = readFileSync(at, 'utf8')
  expect(edit.before.trim(), edit.file).not.toBe('')
  expect(text, `${edit.file} no longer holds what the recipe shows`).toContain(edit.before)
  writeFileSync(
    at,
    text.replaceAll(edit.before, () => edit.after),
  )
}

const recipes = page
  .slice(page.indexOf('## Recipes'))
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), edits: editsOf(text) }))

test('there are six recipes, each with what it changes', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'Add a tool',
    'Add a strategy',
    'Add a step',
    'Add an event',
    'Add a setting',
    'Add a request',
  ])
  expect(recipes.filter(({ edits }) => edits.length === 0)).toEqual([])
})

/** The types of everything at once: each part alone would read the same sources again. */
const types = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'],
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    noPropertyAccessFromIndexSignature: false,
  },
  include: ['src-main', 'src-renderer', 'test/kit', 'test/isolate', 'test/strategy', 'test/host/settings'],
}

/** Besides the tests that the recipes add: those that say what a recipe has forgotten. */
const guards = [
  'test/isolate/vocabulary.test.ts',
  'test/strategy/family-cases.test.ts',
  'test/docs/readme.test.ts',
  'test/renderer/settings-controls.test.ts',
]

test('the recipes, followed to the letter, compile, and the tests that they add or must heed pass', async () => {
  const folder = await temporaryFolder()
  const parts = ['src-main', 'src-shared', 'src-renderer', 'test', 'resources', 'README.md', 'package.json']
  for (const each of [...parts, 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(path.join(root, each), path.join(folder, each), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(types))
  for (const { edits } of recipes) for (const edit of edits) apply(folder, edit)
  const run = (program: string, ...words: string[]) => {
    const at = path.join(root, 'node_modules', '.bin', program)
    // The compiler is written in Go, whose garbage collector would otherwise take a quarter of its time.
    const env = { ...process.env, GOGC: '400' }
    const done = spawnSync(at, words, { cwd: folder, env, encoding: 'utf8', shell: process.platform === 'win32' })
    expect(done.status, `${done.stdout}${done.stderr}`).toBe(0)
  }
  run('node', 'test/kit/project/make-vocabulary.ts')
  run('tsc', '-p', '.')
  const added = recipes
    .flatMap(({ edits }) => edits.map(({ file }) => file))
    .filter((file) => file.endsWith('.test.ts'))
  run('vitest', 'run', ...added, ...guards)
}, 300_000)
