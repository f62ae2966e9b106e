import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { collectChanges } from '../../kit/host/host-open.ts'
import { killDuring } from '../../kit/host/host-spawn.ts'
import { sampleOf } from '../../kit/project/sample.ts'
import { branchesWorld } from './branches-world.ts'

const count = 600
const names = Array.from({ length: count }, (_, at) => `f${String(at).padStart(3, '0')}`)
const old = Object.fromEntries([...names, 'mine.txt', 'gone.txt'].map((name) => [name, 'old\n']))
const changeAll = 'for f in f???; do echo new > $f; done; rm gone.txt; echo added > added.txt'

async function world() {
  const made = await branchesWorld(old)
  const run = await made.say([changeAll])
  const text = (name: string) => {
    try {
      return readFileSync(made.files.at(name), 'utf8')
    } catch {
      return null
    }
  }
  const at = () => ask(made.host, 'files-at', { runId: run.id, path: null, when: 'before', workspaceId: null })
  return { ...made, run, text, at }
}

test.each(sampleOf(['f000', 'f300', 'f590'], 1))(
  'a restore that was killed at %s is finished, and is nobody else’s work',
  async (file) => {
    const { host, dataFolder, project, run, text, at } = await world()
    const changes = collectChanges(host)
    const restore = { projectId: project.id, workspaceId: null, snapshot: run.before, expect: run.after }
    const isKilled = await killDuring(dataFolder, 'files-restore', restore, () => text(file) === 'old\n')
    const shown = await at()
    expect(shown.foreign).toEqual([])
    expect(shown.changes.files).toEqual([])
    expect(names.filter((name) => text(name) !== 'old\n')).toEqual([])
    expect([text('gone.txt'), text('added.txt')]).toEqual(['old\n', null])
    // Once more there is nothing to finish.
    await at()
    const notices = changes.filter((each) => each.kind === 'notice' && each.text.includes('has been completed'))
    expect(notices.length).toBe(isKilled ? 1 : 0)
    expect(isKilled).toBe(true)
    await ask(host, 'files-restore', { ...restore, snapshot: run.after ?? '', expect: null })
    expect(names.filter((name) => text(name) !== 'new\n')).toEqual([])
  },
)

test('what somebody wrote after the kill stays, and alone is named as somebody else’s', async () => {
  const { dataFolder, files, project, run, text, at } = await world()
  const restore = { projectId: project.id, workspaceId: null, snapshot: run.before, expect: run.after }
  expect(await killDuring(dataFolder, 'files-restore', restore, () => text('f200') === 'old\n')).toBe(true)
  for (const name of ['f100', 'f599', 'mine.txt']) await files.write(name, 'mine\n')
  const shown = await at()
  expect([...shown.foreign].sort()).toEqual(['f100', 'f599', 'mine.txt'])
  expect(['f100', 'f599', 'mine.txt'].map(text)).toEqual(['mine\n', 'mine\n', 'mine\n'])
  expect(names.filter((name) => text(name) === 'new\n')).toEqual([])
})

test('a merge that was killed is finished before a run begins, and can be taken back', async () => {
  const { host, dataFolder, project, run, text, say } = await world()
  await ask(host, 'files-restore', {
    projectId: project.id,
    workspaceId: null,
    snapshot: run.before ?? '',
    expect: null,
  })
  const request = { projectId: project.id, base: run.before ?? '', theirs: run.after ?? '', into: null }
  const plan = await ask(host, 'files-merge-plan', request)
  const choices = plan.files.map(({ path }) => ({ path, take: 'theirs' as const }))
  const merge = { ...request, ours: plan.ours, choices }
  expect(await killDuring(dataFolder, 'files-merge', merge, () => text('f300') === 'new\n')).toBe(true)
  const next = await say(['true'])
  expect(next.before).toBe(run.after)
  expect(names.filter((name) => text(name) !== 'new\n')).toEqual([])
  expect([text('gone.txt'), text('added.txt')]).toEqual([null, 'added\n'])
  await ask(host, 'files-restore', { projectId: project.id, workspaceId: null, snapshot: plan.ours, expect: null })
  expect(names.filter((name) => text(name) !== 'old\n')).toEqual([])
})

test('what was refused, and touched nothing, is not done later', async () => {
  const { host, files, project, run, text, at } = await world()
  const restore = { projectId: project.id, workspaceId: null, snapshot: run.before ?? '', expect: run.after }
  await files.write('mine.txt', 'mine\n')
  await expect(ask(host, 'files-restore', restore)).rejects.toThrow('have changed since')
  expect((await at()).foreign).toEqual(['mine.txt'])
  expect(names.filter((name) => text(name) !== 'new\n')).toEqual([])
})
