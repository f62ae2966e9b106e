import { writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Params } from '../../../src-shared/api/host-api.ts'
import type { LaneModelRequest } from '../../kit/fake-host/lane-scripts.ts'
import type { ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, compareToEnd, laneAt } from '../../kit/window/compare-lanes.ts'

/** Where nothing of a lane gets written, it is said why; what was written is taken back alone. */

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const edit: ScriptedAnswer = { calls: [{ tool: 'shell', arguments: { command: 'echo two > a.txt' } }] }

/** Lane A changes the only line of `a.txt`, lane B changes nothing. */
async function compared() {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(({ model, messages }: LaneModelRequest) =>
    model === 'model-a' && !messages.some(({ role }) => role === 'tool') ? edit : { text: 'done' },
  )
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const comparison = await compareToEnd(host, wish('Do it.'))
  const { before: base, after: theirs } = laneAt(comparison, 'A')
  const { projectId, id: comparisonId } = comparison
  const plan = () => ask(host, 'files-merge-plan', { projectId, base: base ?? '', theirs: theirs ?? '', into: null })
  const apply = (lane: 'A' | 'B', more: Partial<Params<'comparison-apply'>> = {}) =>
    ask(host, 'comparison-apply', { comparisonId, lane, ours: null, choices: null, ...more })
  const takeBack = () => ask(host, 'comparison-take-back', { comparisonId })
  return { project, plan, apply, takeBack }
}

test('what is chosen by file and hunk and brings nothing says why, and is not noted as applied', async () => {
  const { project, plan, apply } = await compared()
  const { ours } = await plan()
  const none = await apply('A', { ours, choices: [] })
  expect(none).toMatchObject({
    comparison: { applied: null },
    changed: { written: [], kept: [], nothing: 'Nothing was chosen to be brought in.' },
  })
  const path = 'a.txt'
  const first = await apply('A', { ours, choices: [{ path, take: [0] }] })
  expect(first).toMatchObject({ comparison: { applied: { lane: 'A', files: 1 } }, changed: { written: ['a.txt'] } })
  expect(first.changed.nothing).toBeUndefined()
  expect(await project.read('a.txt')).toBe('two\n')

  // Whoever chose before it was brought in by another way.
  const again = await plan()
  const late = await apply('A', { ours: again.ours, choices: [{ path, take: [0] }] })
  expect(late.changed).toMatchObject({ written: [], nothing: 'All that was changed there is here already.' })
  // What is noted is what can be undone: the first.
  expect(late.comparison.applied).toEqual(first.comparison.applied)
})

test('what was also changed in the project is named, with why nothing of it goes in by itself', async () => {
  const { project, plan, apply } = await compared()
  writeFileSync(project.at('a.txt'), 'three\n')
  const { changed } = await apply('A')
  expect(changed).toMatchObject({
    written: [],
    kept: [{ path: 'a.txt', why: expect.stringMatching(/also changed in the project/) }],
    nothing: 'All that is left to bring in was changed here as well, so it has to be chosen by hand.',
  })
  const { ours } = await plan()
  const byHand = await apply('A', { ours, choices: [{ path: 'a.txt', take: [0] }] })
  expect(byHand.changed).toMatchObject({
    written: [],
    kept: [{ path: 'a.txt', why: 'The same lines were changed here as well.' }],
    nothing: 'None of what was chosen could be written.',
  })
  expect(await project.read('a.txt')).toBe('three\n')
})

test('of a lane that changed nothing it is said that it did', async () => {
  const { apply } = await compared()
  expect((await apply('B')).changed).toMatchObject({ written: [], kept: [], nothing: 'No files were changed there.' })
})

test('what was applied is taken back, and what was written since stays', async () => {
  const { project, apply, takeBack } = await compared()
  expect((await apply('A')).comparison.applied).toMatchObject({ lane: 'A', files: 1 })
  writeFileSync(project.at('mine.txt'), 'mine\n')
  const { comparison, changed } = await takeBack()
  expect(changed).toMatchObject({ written: ['a.txt'], removed: [], kept: [] })
  expect(comparison.applied).toBeNull()
  expect(await project.read('a.txt')).toBe('one\n')
  expect(await project.read('mine.txt')).toBe('mine\n')
  await expect(takeBack()).rejects.toThrow('There is nothing to undo: no lane of this comparison is applied.')
})

test('what was changed since it was applied is in the way: it is named, and can be taken back later', async () => {
  const { project, apply, takeBack } = await compared()
  await apply('A')
  writeFileSync(project.at('a.txt'), 'three\n')
  const { comparison, changed } = await takeBack()
  expect(changed).toMatchObject({
    written: [],
    kept: [{ path: 'a.txt', why: 'One part of it has changed since and was left unchanged.' }],
  })
  expect(comparison.applied).toMatchObject({ lane: 'A' })
  expect(await project.read('a.txt')).toBe('three\n')

  writeFileSync(project.at('a.txt'), 'two\n')
  expect((await takeBack()).comparison.applied).toBeNull()
  expect(await project.read('a.txt')).toBe('one\n')
})

test('what was taken back by hand is told to be gone, and is applied no longer', async () => {
  const { project, apply, takeBack } = await compared()
  await apply('A')
  writeFileSync(project.at('a.txt'), 'one\n')
  const { comparison, changed } = await takeBack()
  expect(changed.nothing).toBe('None of it is in the project anymore.')
  expect(comparison.applied).toBeNull()
})
