import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { folderFiles } from '../../../src-main/tools/instructions/folder-files.ts'
import { importPaths } from '../../../src-main/tools/instructions/import-paths.ts'
import { guardFiles } from '../../../src-main/workspace/guard/guarded-files.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

async function sentOf(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const project = await temporaryProject(files)
  for (const [from, to] of Object.entries(links)) await symlink(to, project.at(from))
  const { sent, leftOut } = await folderFiles(await guardFiles(project.folder), '')
  return { sent: sent.map(({ file }) => file), leftOut: leftOut.map(({ file, why }) => `${file}: ${why}`) }
}

test.each([
  ['.claude/CLAUDE.md alone', { '.claude/CLAUDE.md': 'Tabs. @../a.md', 'a.md': 'A.' }, ['.claude/CLAUDE.md', 'a.md']],
  [
    'AGENTS.md with its imports',
    { 'AGENTS.md': 'See @README.md and @docs/rules.md.', 'README.md': 'R', 'docs/rules.md': 'R' },
    ['AGENTS.md', 'README.md', 'docs/rules.md'],
  ],
  [
    'the user’s own file after it',
    { 'CLAUDE.md': 'C', 'CLAUDE.local.md': 'L @b.md', 'b.md': 'B' },
    ['CLAUDE.md', 'CLAUDE.local.md', 'b.md'],
  ],
  ['the user’s own file alone', { 'CLAUDE.local.md': 'L' }, ['CLAUDE.local.md']],
  [
    'files that import themselves and each other',
    { 'AGENTS.md': '@AGENTS.md @a.md', 'a.md': '@AGENTS.md @a.md' },
    ['AGENTS.md', 'a.md'],
  ],
])('%s', async (_, files, expected) => {
  expect((await sentOf(files as Record<string, string>)).sent).toEqual(expected)
})

test('of two files the first is sent, and the other is named', async () => {
  const { sent, leftOut } = await sentOf({ 'CLAUDE.md': 'C', '.claude/CLAUDE.md': 'D' })
  expect(sent).toEqual(['CLAUDE.md'])
  expect(leftOut).toEqual(['.claude/CLAUDE.md: CLAUDE.md is used.'])
})

test.skipIf(process.platform === 'win32')(
  'the imports of a file belong to it, by whichever link it is read',
  async () => {
    const files = { 'CLAUDE.md': 'C @docs/a.md', 'docs/a.md': 'A' }
    expect(await sentOf(files, { 'AGENTS.md': 'CLAUDE.md' })).toEqual({ sent: ['CLAUDE.md', 'docs/a.md'], leftOut: [] })
  },
)

test.each([
  ['- step:\n    ```\n    @a.md\n    ```\n  @b.md', ['b.md']],
  ['1. ~~~ts\n   @a.md\n   ~~~~\n@b.md', ['b.md']],
  ['> ```\n> @a.md\n> ```\n@b.md', ['b.md']],
  ['````\n```\n@a.md\n```\n````\n@b.md', ['b.md']],
  ['```` `not a fence` ````\n@b.md', ['b.md']],
  ['```\n@a.md to the end', []],
  ['<!-- @a.md\n@c.md --> @b.md', ['b.md']],
  ['`@a.md` and @docs/my\\ file.md, @ümlaut.md.', ['docs/my file.md', 'ümlaut.md']],
])('%j imports %j', (text, expected) => {
  expect(importPaths(text)).toEqual(expected)
})
