import { readdir, symlink } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ripgrep } from '../../src-main/tools/ripgrep.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'
import { toolBench } from './tool-kit.ts'

const part = fc.constantFrom(
  '..',
  '.',
  '',
  'in',
  'out',
  'up',
  'root',
  'leak',
  'secret.txt',
  'a.txt',
  'new',
  'tmp',
  'etc',
  'passwd',
)

/** Stands for ripgrep and remembers where it was sent; a thousand real ones would only cost time. */
function recorded(): { ripgrep: Ripgrep; sent: string[] } {
  const sent: string[] = []
  const ripgrep: Ripgrep = async (args) => {
    sent.push(args.at(-1) ?? '')
    return { exitCode: 1, problem: '' }
  }
  return { ripgrep, sent }
}

const calls: { tool: string; args: (path: string) => object }[] = [
  { tool: 'read_file', args: (path) => ({ path }) },
  { tool: 'list_directory', args: (path) => ({ path }) },
  { tool: 'write_file', args: (path) => ({ path, content: 'written' }) },
  { tool: 'edit_file', args: (path) => ({ path, old_text: 'the', new_text: 'changed' }) },
  { tool: 'find_files', args: (path) => ({ path, glob: '*' }) },
  { tool: 'search_text', args: (path) => ({ path, pattern: 'secret' }) },
]

test.each(calls)('$tool never leaves the project by any of 1,000 paths (T16)', async ({ tool, args }) => {
  const outside = await temporaryProject({ 'secret.txt': 'the secret' })
  const { ripgrep, sent } = recorded()
  const bench = await toolBench({ 'in/a.txt': 'fine' }, { ripgrep })
  const { folder } = bench.project
  await symlink(outside.folder, bench.project.at('out'))
  await symlink(outside.at('secret.txt'), bench.project.at('in/leak'))
  await symlink('..', bench.project.at('in/up'))
  await symlink('/', bench.project.at('root'))
  const start = fc.constantFrom(
    '',
    '/',
    './',
    `${folder}/`,
    `${outside.folder}/`,
    `${folder}/../`,
    `root${outside.folder}/`,
  )
  const path = fc.tuple(start, fc.array(part, { maxLength: 6 })).map(([from, parts]) => from + parts.join('/'))
  await fc.assert(
    fc.asyncProperty(path, async (each) => {
      const { result, body } = await bench.run(tool, args(each))
      expect(JSON.stringify([result.ok ? result.text : '', body])).not.toContain('the secret')
    }),
    { numRuns: 1000 },
  )
  expect(await readdir(outside.folder)).toEqual(['secret.txt'])
  expect(await outside.read('secret.txt')).toBe('the secret')
  expect(
    sent.filter(
      (each) => each.startsWith('/') || each.split('/').some((name) => ['..', 'out', 'root', 'leak'].includes(name)),
    ),
  ).toEqual([])
})
