import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { LaneModelRequest } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { collectChanges, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { killDuring } from '../../kit/host/host-spawn.ts'
import { sampleOf } from '../../kit/project/sample.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, compareToEnd } from '../../kit/window/compare-lanes.ts'

// Every lane has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const names = Array.from({ length: 600 }, (_, at) => `f${String(at).padStart(3, '0')}`)
const command = 'for f in f???; do echo new > $f; done; rm gone.txt; echo added > added.txt'

/** Lane A changes every file; the app that compared them has ended. */
async function compared() {
  const files = await temporaryProject(Object.fromEntries([...names, 'gone.txt'].map((name) => [name, 'old\n'])))
  const server = await hostModelServer(({ model, messages }: LaneModelRequest) =>
    model === 'model-a' && !messages.some(({ role }) => role === 'tool')
      ? { calls: [{ tool: 'shell', arguments: { command } }] }
      : { text: 'done' },
  )
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { wish } = await compareTalk(host, files.folder, server.url)
  const { id: comparisonId, projectId } = await compareToEnd(host, wish('Do it.'))
  await host.close()
  const text = (name: string) => {
    try {
      return readFileSync(files.at(name), 'utf8')
    } catch {
      return null
    }
  }
  const apply = { comparisonId, lane: 'A', ours: null, choices: null } as const
  const isAll = (content: 'old\n' | 'new\n') =>
    names.every((name) => text(name) === content) &&
    text('gone.txt') === (content === 'old\n' ? content : null) &&
    text('added.txt') === (content === 'old\n' ? null : 'added\n')
  return { dataFolder, comparisonId, projectId, text, apply, isAll }
}

test.each(sampleOf(['f000', 'f300', 'f590'], 1))(
  'applying a lane, killed at %s, is finished at the next start, said, noted, and can be taken back (T12)',
  async (file) => {
    const { dataFolder, comparisonId, projectId, text, apply, isAll } = await compared()
    expect(await killDuring(dataFolder, 'comparison-apply', apply, () => text(file) === 'new\n')).toBe(true)

    const host = await openTestHost({ dataFolder })
    const changes = collectChanges(host)
    // Whatever looks at the files of the project finishes it first.
    await ask(host, 'files-merge-plan', { projectId, ...(await laneFiles()), into: null })
    expect(isAll('new\n')).toBe(true)
    expect(changes.filter((each) => each.kind === 'notice' && each.text.includes('has been completed'))).toHaveLength(1)
    const { applied } = await ask(host, 'comparison-open', { comparisonId })
    expect(applied).toMatchObject({ lane: 'A', files: names.length + 2 })

    const { comparison, changed } = await ask(host, 'comparison-take-back', { comparisonId })
    expect([comparison.applied, changed.kept]).toEqual([null, []])
    expect(isAll('old\n')).toBe(true)

    async function laneFiles() {
      const [lane] = (await ask(host, 'comparison-open', { comparisonId })).lanes
      return { base: lane?.before ?? '', theirs: lane?.after ?? '' }
    }
  },
)

test('taking a lane back, killed in the middle, is finished at the next start (T12)', async () => {
  const { dataFolder, comparisonId, text, apply, isAll } = await compared()
  const first = await openTestHost({ dataFolder })
  await ask(first, 'comparison-apply', apply)
  await first.close()
  const params = { comparisonId }
  expect(await killDuring(dataFolder, 'comparison-take-back', params, () => text('f300') === 'old\n')).toBe(true)
  const host = await openTestHost({ dataFolder })
  const { comparison, changed } = await ask(host, 'comparison-take-back', { comparisonId })
  expect(comparison.applied).toBeNull()
  expect(changed.nothing).toBe('None of it is in the project anymore.')
  expect(isAll('old\n')).toBe(true)
})

test('an apply that was killed before it touched a file changes nothing, and is not noted', async () => {
  const { dataFolder, comparisonId, apply, isAll } = await compared()
  expect(await killDuring(dataFolder, 'comparison-apply', apply, () => true)).toBe(true)
  const host = await openTestHost({ dataFolder })
  expect((await ask(host, 'comparison-open', { comparisonId })).applied).toBeNull()
  expect(isAll('old\n')).toBe(true)
})
