import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const pages = [
  ...readdirSync(root).filter((each) => each.endsWith('.md')),
  ...globSync(['docs/**/*.md', 'resources/*.md'], { cwd: root }),
]
const text = (page: string) => readFileSync(path.join(root, page), 'utf8')

/** Names of files and folders of the sources, as prose writes them: in backticks, from the top of the repository. */
function namedPaths(page: string): readonly string[] {
  const prose = text(page).replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`((?:src-main|src-shared|src-renderer|test|docs|resources)\/[^`\s]*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/[*…<>]|NAME/.test(name))
}

test.each(pages)('%s names only files that there are', (page) => {
  const missing = namedPaths(page).filter((name) => !existsSync(path.join(root, name)))
  expect(missing).toEqual([])
})

test.each(pages)('%s links only to pages and pictures that there are', (page) => {
  const links = [...text(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  expect(links.filter((each) => !existsSync(path.join(root, path.dirname(page), each)))).toEqual([])
})

test('there are pages to read', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/glossary.md']))
})
