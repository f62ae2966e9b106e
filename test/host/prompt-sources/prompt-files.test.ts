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
