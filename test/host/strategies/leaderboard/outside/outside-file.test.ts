import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readOutsideFile } from '../../../../../src-main/bounded/results/outside-file.ts'
import { zipOf } from '../../../../kit/project/zip-of.ts'

const files = path.join(import.meta.dirname, 'files')
const read = (name: string, score: string | null = null) => readOutsideFile(readFileSync(path.join(files, name)), score)

/** Trials, successes, and what is said of them. */
async function shortly(name: string, score: string | null = null) {
  const found = await read(name, score)
  const trials = found?.entries.flatMap((each) => each.trials) ?? []
  return { all: trials.length, good: trials.filter(({ success }) => success).length, found }
}

// What succeeded is as Inspect itself counted: its accuracy is in each file.
test.each([
  ['inspect-plain.eval', 4, 2],
  ['inspect-epochs.json', 12, 8],
  ['inspect-many-scorers.eval', 8, 5],
  ['inspect-two-valued.json', 4, 2],
  ['inspect-limits.json', 4, 0],
  ['inspect-errors.eval', 3, 2],
])('%s, as Inspect wrote it, has %i trials and %i successes', async (name, all, good) => {
  const { found, ...counts } = await shortly(name)
  expect(counts).toEqual({ all, good })
  expect(found).toMatchObject({
    format: 'inspect',
    entries: [{ title: expect.stringMatching(/^(?:generate|fails_on)$/), models: [{ model: 'mockllm/model' }] }],
  })
})

test('samples are tasks and epochs are repeats, with their time; a cost that is not in the log is not known', async () => {
  const { found } = await shortly('inspect-many-scorers.eval')
  const trials = found?.entries[0]?.trials ?? []
  expect(trials.map(({ names: [name], repeat }) => `${name} ${repeat}`).toSorted()).toEqual(
    ['Task 1', 'Task 2', 'Task 3', 'Task 4'].flatMap((task) => [`${task} 0`, `${task} 1`]),
  )
  for (const { workMs, cost, version } of trials) expect([typeof workMs, cost, version]).toEqual(['number', null, null])
})

test('of several scores the headline counts unless another is named, which has to be in the log', async () => {
  const { found } = await shortly('inspect-many-scorers.eval')
  expect(found?.notes).toEqual(['The score includes says what succeeded. The log also has exact and rewarded.'])
  const rewarded = await shortly('inspect-many-scorers.eval', 'rewarded')
  expect(rewarded).toMatchObject({ all: 8, good: 5 })
  expect(rewarded.found?.notes).toContain('3 partial scores counted as failed.')
  expect(await shortly('inspect-two-valued.json', 'style')).toMatchObject({ all: 4, good: 0 })
  expect(await shortly('inspect-two-valued.json', 'two_valued.correct')).toMatchObject({ all: 4, good: 2 })
  await expect(read('inspect-plain.eval', 'style')).rejects.toThrow('no score style')
})

test('partial scores fail, and scores that are no numbers have no result', async () => {
  expect((await shortly('inspect-partial.json')).found).toMatchObject({
    entries: [{ trials: [{ success: false }, {}, {}, {}] }],
    notes: ['4 partial scores counted as failed.'],
  })
  expect((await shortly('inspect-nan.txt')).found).toMatchObject({
    entries: [],
    leftOut: [expect.stringContaining('4')],
  })
})

test('what is on another scale says nothing of success', async () => {
  const log = {
    version: 2,
    eval: { task: 't', model: 'm' },
    samples: [7, 0.5].map((value, at) => ({ id: at, scores: { grade: { value } } })),
  }
  expect(await readOutsideFile(Buffer.from(JSON.stringify(log)), null)).toMatchObject({
    entries: [],
    leftOut: ['The score grade is not on a scale from 0 to 1, so it doesn’t say what succeeded.'],
  })
})

test('a log that was cut off is read from its journal, whatever it is packed with', async () => {
  const part = (id: string) => [{ id, epoch: 1, scores: { s: { value: 'C' } } }]
  const start = { version: 2, eval: { task: 't', model: 'm' }, plan: { name: 'plan', steps: [{ solver: 'react' }] } }
  const bytes = zipOf(
    [
      ['_journal/start.json', JSON.stringify(start)],
      ['_journal/summaries/10.json', JSON.stringify(part('ten'))],
      ['_journal/summaries/2.json', JSON.stringify(part('two'))],
    ].map(([name = '', text = '']) => ({
      name,
      packed: deflateRawSync(text),
      size: Buffer.byteLength(text),
      method: 8,
    })),
  )
  const found = await readOutsideFile(bytes, null)
  expect(found?.entries).toMatchObject([{ title: 'react', trials: [{ names: ['two'] }, { names: ['ten'] }] }])
})

const jobOf = (folders: readonly string[]) =>
  Buffer.from(
    `[${folders.map((each) => readFileSync(path.join(files, 'harbor', each, 'result.json'), 'utf8')).join(',')}]`,
  )
const trialFolders = readdirSync(path.join(files, 'harbor')).filter((name) => name.includes('__'))

test('the trials of a job, as Harbor wrote them: one that ran out of time failed, one without a reward has no result', async () => {
  const found = await readOutsideFile(jobOf(trialFolders), null)
  expect(found).toMatchObject({
    format: 'harbor',
    entries: [{ title: 'sometimes 0.3', models: [{ role: 'default', model: 'big-1' }] }],
    leftOut: ['Trials without a reward: 2.'],
  })
  const came = found?.entries[0]?.trials.map(({ names, repeat, success }) => `${names.join(' ')} ${repeat} ${success}`)
  expect(came?.toSorted()).toEqual([
    'lab/one one 0 true',
    'lab/one one 1 true',
    'lab/three three 0 false',
    'lab/three three 1 false',
    'lab/two two 0 false',
    'lab/two two 1 false',
  ])
  expect(found?.entries[0]?.trials.every(({ cost }) => cost === 0.0125)).toBe(true)
})

test('the result.json of a whole job has no trials, and it is said where they are', async () => {
  await expect(read('harbor/result.json')).rejects.toThrow('summary of a Harbor job')
})
