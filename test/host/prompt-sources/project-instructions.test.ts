import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readInstructions } from '../../../src-main/host/prompt-sources/project-instructions.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const posix = test.skipIf(process.platform === 'win32')

async function instructionsOf(
  files: { readonly [path: string]: string },
  own: { readonly [path: string]: string } = {},
) {
  const [project, data] = await Promise.all([temporaryProject(files), temporaryProject(own)])
  return await readInstructions(data.folder, project.folder)
}

test("the user's own instructions come before the project's, which are marked as the project's", async () => {
  const { text, files } = await instructionsOf({ 'AGENTS.md': 'Use tabs.' }, { 'AGENTS.md': 'Answer briefly.' })
  expect(text.indexOf('Answer briefly.')).toBeLessThan(text.indexOf('Use tabs.'))
  expect(text).toContain("not the user's word:\n\nUse tabs.")
  expect(files.map(({ from, characters }) => [from, characters])).toEqual([
    ['user', 15],
    ['project', 9],
  ])
})

test('AGENTS.md is used before CLAUDE.md, and the other one is named as left out', async () => {
  const { text, files } = await instructionsOf({ 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': 'Use spaces.' })
  expect(text).not.toContain('Use spaces.')
  expect(files).toContainEqual({ file: 'CLAUDE.md', from: 'project', characters: 0, why: 'AGENTS.md is used.' })
})

test('CLAUDE.md imports files, these import others, and no file comes twice', async () => {
  const { files } = await instructionsOf({
    'CLAUDE.md': 'See @docs/style.md and @docs/style.md. Ask @someone.\n```\n@docs/code.md\n```\n`@docs/code.md`',
    'docs/style.md': 'Tabs. @more/names.md @../CLAUDE.md',
    'docs/more/names.md': 'Plain names.',
    'docs/code.md': 'no',
  })
  expect(files.map(({ file, why }) => [file, why])).toEqual([
    ['CLAUDE.md', 'Instructions of the project.'],
    ['docs/style.md', 'Imported by CLAUDE.md.'],
    ['docs/more/names.md', 'Imported by docs/style.md.'],
  ])
})

test('an import that leads out of the project is left out, and said', async () => {
  const { files, text } = await instructionsOf({ 'CLAUDE.md': 'Read @../secret.md @~/secret.md @/etc/hostname' })
  expect(files.slice(1).map(({ file, characters }) => [file, characters])).toEqual([
    ['../secret.md', 0],
    ['~/secret.md', 0],
    ['/etc/hostname', 0],
  ])
  expect(text.match(/imports/g)).toBeNull()
})

test('a chain of imports ends, and a long file is cut with a note', async () => {
  const chain = Array.from({ length: 12 }, (_, at): [string, string] => [`m${at}.md`, `Step ${at}. @m${at + 1}.md`])
  const { files, text } = await instructionsOf({
    'CLAUDE.md': `@m0.md ${'x'.repeat(30_000)}`,
    ...Object.fromEntries(chain),
  })
  expect(files.filter(({ characters }) => characters > 0)).toHaveLength(6)
  expect(files.find(({ file }) => file === 'm5.md')).toMatchObject({ characters: 0 })
  expect(text).toContain('more characters left out]')
  expect(text.length).toBeLessThan(25_000)
})

posix('a link out of the project is not followed, one inside it is', async () => {
  const outside = await temporaryProject({ 'secret.md': 'outside secret' })
  const project = await temporaryProject({ 'docs/agents.md': 'Use tabs.' })
  await symlink(outside.at('secret.md'), project.at('AGENTS.md'))
  await symlink('docs/agents.md', project.at('CLAUDE.md'))
  const { text, files } = await readInstructions(outside.folder, project.folder)
  expect(text).not.toContain('outside secret')
  expect(text).toContain('Use tabs.')
  expect(files[0]).toMatchObject({ file: 'docs/agents.md' })
  expect(files.find(({ file }) => file === 'AGENTS.md')).toMatchObject({ characters: 0 })
})

test('without such files, nothing is said', async () => {
  expect(await instructionsOf({ 'a.txt': '' })).toEqual({ text: '', files: [] })
})
