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
  ['---\nname: x\n---\n', 'needs a description'],
  ['---\nname: x\ndescription: d\n', 'has no end'],
  ['---\nname: x\ndescription: a: b\nhooks: {\n  }}\n---\n', 'can’t be read'],
  ['no front matter', 'needs a description'],
  ['---\nname: x\ndescription: d\ndisable-model-invocation: true\n---\nDo.', 'no model may load it'],
  ['---\nname: x\ndescription: d\ndisallowed-tools: Bash\n---\nDo.', 'field disallowed-tools limits'],
  ['---\nname: x\ndescription: d\nhooks:\n  Stop: []\n---\nDo.', 'field hooks limits'],
  ['---\nname: x\ndescription: d\npermissions:\n  deny: [Bash]\n---\nDo.', 'field permissions limits'],
  ['---\nname: x\ndescription: d\nread-only: true\n---\nDo.', 'field read-only limits'],
])('a file that can’t be used is named with its problem: %j', async (text, problem) => {
  const { names } = await book({}, { 'skills/x/SKILL.md': text })
  expect(await names()).toEqual([expect.stringContaining(problem)])
})

test.each([
  [skillText('y'), 'y', 'its folder’s is another'],
  [skillText('Quality Check: 2'), 'x', 'it is called x here'],
  ['---\ndescription: d\n---\nDo.', 'x', 'it is called x as its folder is'],
  [skillText('x', 'd'.repeat(1025)), 'x', 'longer than 1,024 characters'],
  [skillText('x', 'Install it: then use it. Use when: PDF.'), 'x', undefined],
])('what other hosts load is used, with a note: %#', async (text, name, note) => {
  const { skills, skillProject } = await book({}, { 'skills/x/SKILL.md': text })
  const [read] = await skills.of(skillProject)
  expect(read).toMatchObject({ ok: true, skill: { name } })
  expect(read?.ok === true && read.skill.note).toEqual(note === undefined ? undefined : expect.stringContaining(note))
  expect(read?.ok === true && read.skill.description.length).toBeLessThanOrEqual(1024)
})

test("a project's file with a byte order mark is read, and one that is no text is named", async () => {
  const { files, skills, skillProject, decide, names } = await book({
    '.claude/skills/a/SKILL.md': `\ufeff${skillText('a').replaceAll('\n', '\r\n')}`,
    '.claude/skills/b/SKILL.md': '---\nname: b\n---\nText.',
    '.claude/skills/c/SKILL.md': '',
  })
  await writeFile(files.at('.claude/skills/c/SKILL.md'), Buffer.from([0x2d, 0xff, 0xfe]))
  await decide()
  expect(await names()).toEqual(['project a', 'Its front matter needs a description.', 'It is not text in UTF-8.'])
  const { files: shown } = await skills.trustOf(skillProject)
  expect(shown.flatMap(({ file, note }) => (note === undefined ? [] : [file, note]))).toEqual([
    '.claude/skills/b/SKILL.md',
    'Its front matter needs a description.',
  ])
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
