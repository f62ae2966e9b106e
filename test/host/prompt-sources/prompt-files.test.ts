import { symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { promptFiles, readPromptFiles } from '../../../src-main/host/prompt-sources/prompt-files.ts'
import { slashOf } from '../../../src-shared/prompt-files/prompt-file.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test("prompt files of the app's and other tools' folders are found by name, the project's first", async () => {
  const project = await temporaryProject({
    '.stratagem/commands/review.md': '---\ndescription: Review it\nargument-hint: "[file]"\n---\nReview $1.\n',
    '.claude/commands/review.md': 'Another.',
    '.claude/commands/team/plan.md': 'Plan.',
    '.opencode/command/test.md': '---\ndescription: x\n---\nTest.',
    '.claude/commands/empty.md': '---\ndescription: x\n---\n',
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

test('fields, hints and names are read as people write them', async () => {
  const project = await temporaryProject({
    '.claude/commands/a b+c.md': '---\nargument-hint: [message]\ndescription: Review: find bugs first\n---\nDo.',
    '.claude/commands/修正 (draft).md': '---\nargument-hint: [pr-number] [priority]\n---\nFix.',
  })
  const found = await promptFiles(project.folder, (await temporaryProject({})).folder)
  expect(found.map(({ name, description, hint }) => [name, description, hint])).toEqual([
    ['a-b+c', 'Review: find bugs first', '[message]'],
    ['修正-draft', '', '[pr-number] [priority]'],
  ])
  for (const { name } of found) expect(slashOf(`/${name} x`)).toEqual({ name, typed: 'x' })
})

test('files that are not used are named with the reasons', async () => {
  const project = await temporaryProject({
    '.claude/commands/a b.md': 'One.',
    '.claude/commands/a-b.md': 'Other.',
    '.claude/commands/empty.md': '---\ndescription: x\n---\n',
    '.claude/commands/+++.md': 'No.',
    '.claude/commands/large.md': 'x'.repeat(200_001),
  })
  const data = await temporaryProject({ 'commands/a-b.md': 'The project’s is used, as documented.' })
  const { files, leftOut } = await readPromptFiles(project.folder, data.folder)
  expect(files.map(({ text }) => text)).toEqual(['One.'])
  expect(Object.fromEntries(leftOut.map(({ file, problem }) => [file.slice(17), problem]))).toEqual({
    'a-b.md': '.claude/commands/a b.md has the same name, a-b, and is used.',
    'empty.md': 'It has no text that could be sent.',
    '+++.md': expect.stringContaining('no letter'),
    'large.md': expect.stringContaining('too large'),
  })
})

test('hidden characters are made visible, and no link is followed (T24)', async () => {
  const outside = await temporaryProject({ 'secret.md': 'secret' })
  const project = await temporaryProject({ '.claude/commands/a.md': 'Do\u202E it' })
  if (process.platform !== 'win32') await symlink(outside.at('secret.md'), project.at('.claude/commands/b.md'))
  const found = await promptFiles(project.folder, outside.folder)
  expect(found.map(({ text }) => text)).toEqual(['Do⟨U+202E⟩ it'])
})

test.each([
  ['allowed-tools: Bash(git add:*), Read', ''],
  ['disable-model-invocation: true', ''],
  ['model: opus', ''],
  ['disallowed-tools: Bash', ' (does not hold here: disallowed-tools)'],
  ['agent: plan\nmode: plan', ' (does not hold here: agent, mode)'],
  ['tools:\n  bash: false', ' (does not hold here: tools)'],
  ['permission:\n  edit: deny\nhooks:\n  Stop: []', ' (does not hold here: permission, hooks)'],
  ['deniedPaths: [secret]', ' (does not hold here: deniedPaths)'],
])(
  'of the fields of a command, %j: what limits and does not hold is said beside its description',
  async (fields, said) => {
    const project = await temporaryProject({
      '.claude/commands/a.md': `---\ndescription: Do it\n${fields}\n---\nDo.\n`,
    })
    const [found] = await promptFiles(project.folder, (await temporaryProject({})).folder)
    expect(found?.description).toBe(`Do it${said}`)
  },
)
