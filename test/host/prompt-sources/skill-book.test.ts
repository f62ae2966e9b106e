import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createSkillBook } from '../../../src-main/host/prompt-sources/skill-files.ts'
import { openTrustFile } from '../../../src-main/host/trust/project-trust.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const skillText = (name: string, description = `Does ${name}.`, body = `Do ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`

/** A book for a project and a user with these files. */
async function book(project: { readonly [path: string]: string }, home: { readonly [path: string]: string } = {}) {
  const [files, dataFolder] = [await temporaryProject(project), await temporaryFolder()]
  for (const [path, text] of Object.entries(home)) {
    await mkdir(dirname(join(dataFolder, path)), { recursive: true })
    await writeFile(join(dataFolder, path), text)
  }
  const trust = openTrustFile(dataFolder, () => undefined)
  const skills = createSkillBook(dataFolder, trust, dataFolder)
  const skillProject = { id: 'p', folder: files.folder }
  const decide = async () => trust.decide('p', 'skills', (await skills.trustOf(skillProject)).hash, 'trust')
  const names = async () =>
    (await skills.of(skillProject)).map((read) => (read.ok ? `${read.skill.source} ${read.skill.name}` : read.problem))
  return { files, skills, skillProject, decide, names }
}

test("a project's skills are used only while these very files are trusted", async () => {
  const { files, skills, skillProject, decide, names } = await book({
    '.claude/skills/release/SKILL.md': skillText('release'),
    '.agents/skills/review/SKILL.md': skillText('review'),
    '.stratagem/skills/review/notes.md': 'beside',
  })
  expect(await skills.trustOf(skillProject)).toMatchObject({ part: 'skills', state: 'undecided' })
  expect(await names()).toEqual([])
  await decide()
  expect(await names()).toEqual(['project review', 'project release'])
  await writeFile(files.at('.claude/skills/release/SKILL.md'), skillText('release', 'Does something else.'))
  expect(await names()).toEqual([])
  expect(await skills.trustOf(skillProject)).toMatchObject({ state: 'undecided' })
})

test("the user's own need no trust, and the project's of the same name wins", async () => {
  const { decide, names } = await book(
    { '.agents/skills/review/SKILL.md': skillText('review') },
    { 'skills/review/SKILL.md': skillText('review'), '.agents/skills/notes/SKILL.md': skillText('notes') },
  )
  expect(await names()).toEqual(['user review', 'user notes'])
  await decide()
  expect(await names()).toEqual(['project review', 'user notes'])
})

test.each([
  ['---\nname: x\n---\n', 'needs a name and a description'],
  [skillText('y'), 'so its folder must be too'],
  [skillText('X'), 'only small letters'],
  [skillText('x', 'd'.repeat(1025)), 'longer than 1024'],
  ['---\nname: [x\n---\n', 'can’t be read'],
  ['no front matter', 'needs a name and a description'],
  ['---\nname: x\ndescription: d\ndisable-model-invocation: true\n---\nDo.', 'no model may load it'],
  ['---\nname: x\ndescription: d\ndisallowed-tools: Bash\n---\nDo.', 'field disallowed-tools limits'],
  ['---\nname: x\ndescription: d\nhooks:\n  Stop: []\n---\nDo.', 'field hooks limits'],
  ['---\nname: x\ndescription: d\npermissions:\n  deny: [Bash]\n---\nDo.', 'field permissions limits'],
  ['---\nname: x\ndescription: d\nread-only: true\n---\nDo.', 'field read-only limits'],
])('a file that breaks the specification is named with its problem: %j', async (text, problem) => {
  const { names } = await book({}, { 'skills/x/SKILL.md': text })
  expect(await names()).toEqual([expect.stringContaining(problem)])
})

test('a description may be folded over lines', async () => {
  const { skills, skillProject } = await book(
    {},
    { 'skills/x/SKILL.md': '---\nname: x\ndescription: >\n  One\n  two: three\n---\nBody' },
  )
  expect(await skills.of(skillProject)).toMatchObject([
    { ok: true, skill: { description: 'One two: three', body: 'Body' } },
  ])
})

test('what a skill grants, or limits by nothing, keeps it from nothing', async () => {
  const fields =
    'allowed-tools: Bash(git:*), Read\ndisable-model-invocation: false\nmax-output-tokens: 100\nlicense: MIT'
  const { names } = await book({}, { 'skills/x/SKILL.md': `---\nname: x\ndescription: d\n${fields}\n---\nDo.\n` })
  expect(await names()).toEqual(['user x'])
})
