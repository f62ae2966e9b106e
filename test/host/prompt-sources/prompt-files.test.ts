import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { promptFiles } from '../../../src-main/host/prompt-sources/prompt-files.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test("prompt files of the app's and other tools' folders are found by name, the project's first", async () => {
  const project = await temporaryProject({
    '.stratagem/commands/review.md': '---\ndescription: Review it\nargument-hint: "[file]"\n---\nReview $1.\n',
    '.claude/commands/review.md': 'Another.',
    '.claude/commands/team/plan.md': 'Plan.',
    '.opencode/command/test.md': '---\ndescription: x\n---\nTest.',
    '.claude/commands/empty.md': '---\ndescription: x\n---\n',
    '.claude/commands/no name.md': 'No.',
    '.claude/commands/notes.txt': 'No.',
  })
  const data = await temporaryProject({
    'commands/mine.md': 'Mine.',
    'commands/plan.md': 'My plan.',
    'commands/test.md': 'No.',
  })
  const found = await promptFiles(project.folder, data.folder)
  expect(found.map(({ name, source, text }) => [name, source, text])).toEqual([
    ['mine', 'user', 'Mine.'],
    ['plan', 'user', 'My plan.'],
    ['review', 'project', 'Review $1.'],
    ['team/plan', 'project', 'Plan.'],
    ['test', 'project', 'Test.'],
  ])
  expect(found[2]).toMatchObject({ description: 'Review it', hint: '[file]', file: '.stratagem/commands/review.md' })
})

test('hidden characters are made visible, and no link is followed (T24)', async () => {
  const outside = await temporaryProject({ 'secret.md': 'secret' })
  const project = await temporaryProject({ '.claude/commands/a.md': 'Do\u202E it' })
  if (process.platform !== 'win32') await symlink(outside.at('secret.md'), project.at('.claude/commands/b.md'))
  const found = await promptFiles(project.folder, outside.folder)
  expect(found.map(({ text }) => text)).toEqual(['Do⟨U+202E⟩ it'])
})
