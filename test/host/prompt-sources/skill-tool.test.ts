import { expect, test } from 'vitest'
import type { Skill } from '../../../src-main/host/prompt-sources/skill.ts'
import { skillTools } from '../../../src-main/host/prompt-sources/skill-tool.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { toolBench } from '../../tools/tool-kit.ts'

async function bench() {
  const files = {
    'skills/release/SKILL.md': 'unused: the text that was trusted is',
    'skills/release/scripts/tag.sh': 'git tag\n',
    'secret.md': 'secret',
  }
  const { folder: root } = await temporaryProject(files)
  const skill: Skill = {
    name: 'release',
    description: 'How we release.',
    body: 'Tag, then publish.',
    source: 'user',
    root,
    folder: 'skills/release',
  }
  return await toolBench({ 'a.txt': '' }, { others: skillTools([skill]), work: 'plan' })
}

test('the model is told names and descriptions, and loads the rest with one call that asks nobody', async () => {
  const { tools, run, approvals } = await bench()
  const info = tools.infos().find(({ name }) => name === 'load_skill')
  expect(info?.description).toContain('- release: How we release.')
  expect(info?.description).not.toContain('Tag, then publish.')
  const { result } = await run('load_skill', { name: 'release' })
  expect(result).toMatchObject({ ok: true, summary: 'release' })
  expect(result.text).toContain('Tag, then publish.')
  expect(result.text).toContain('scripts/tag.sh')
  expect(approvals).toEqual([])
})

test('files beside it can be read, and no others', async () => {
  const { run } = await bench()
  const read = async (file: string) => (await run('load_skill', { name: 'release', file })).result
  expect(await read('scripts/tag.sh')).toMatchObject({ ok: true, text: 'git tag\n' })
  for (const file of ['../../secret.md', '/etc/hostname', '~/x', 'scripts/../../../secret.md', 'none.md'])
    expect(await read(file)).toMatchObject({ ok: false })
})

test('an unknown skill is a failed call that names the others', async () => {
  const { run } = await bench()
  expect((await run('load_skill', { name: 'realease' })).result).toMatchObject({
    ok: false,
    text: expect.stringContaining('release'),
  })
})

test('without skills there is no such tool', () => {
  expect(skillTools([])).toEqual([])
})
