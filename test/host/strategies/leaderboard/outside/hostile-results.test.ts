import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readEvalArchive } from '../../../../../src-main/bounded/results/eval-archive.ts'
import { readOutsideFile } from '../../../../../src-main/bounded/results/outside-file.ts'
import { type ZipPart, zipOf } from '../../../../kit/project/zip-of.ts'

const deflated = (name: string, text: string, size = Buffer.byteLength(text)): ZipPart => ({
  name,
  packed: deflateRawSync(text),
  size,
  method: 8,
})
const head = deflated('header.json', JSON.stringify({ version: 2, eval: { task: 't', model: 'm' } }))
const one = deflated('summaries.json', JSON.stringify([{ id: 'a', scores: { s: { value: 'C' } } }]))
const log = (eval_: object, samples: readonly object[]) =>
  Buffer.from(JSON.stringify({ version: 2, eval: { task: 't', model: 'm', ...eval_ }, samples }))

/** 128 kB of one byte in four. Source: RFC 8878, sections 3.1.1 and 3.1.1.2. */
function zstandardBomb(blocks: number): Buffer {
  const block = Buffer.alloc(4, 0x20)
  block.writeUIntLE((131_072 << 3) | 2, 0, 3)
  // A window of 1 GB, which is not reserved.
  const begin = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0])
  return Buffer.concat([begin, ...Array.from({ length: blocks }, () => block)])
}

test('a sound archive of this kind is read, so that the rest is refused for what is wrong with it', async () => {
  expect(await readOutsideFile(zipOf([head, one]), null)).toMatchObject({ entries: [{ trials: [{ names: ['a'] }] }] })
})

test.each<[string, readonly ZipPart[]]>([
  ['says that it unpacks to 4 GB', [head, deflated('summaries.json', '[]', 4_000_000_000)]],
  ['unpacks to more than it says', [head, deflated('summaries.json', `[${' '.repeat(50_000_000)}]`, 1000)]],
  [
    'is a bomb of zstandard',
    [head, { name: 'summaries.json', packed: zstandardBomb(100_000), size: 1000, method: 93 }],
  ],
  ['is packed in an unknown way', [head, { name: 'summaries.json', packed: Buffer.from('[]'), size: 2, method: 12 }]],
  ['has a path that leads out', [head, one, deflated('../../header.json', '{}')]],
  ['is no zstandard', [head, { name: 'summaries.json', packed: Buffer.alloc(100, 7), size: 100, method: 93 }]],
])('an archive that %s is refused with a sentence', async (_, parts) => {
  await expect(readOutsideFile(zipOf(parts), null)).rejects.toThrow('This log of Inspect can’t be imported')
})

test('many parts of a journal may not unpack to more than all together may', async () => {
  const parts = Array.from({ length: 20 }, (_, at) => deflated(`_journal/summaries/${at}.json`, `[${' '.repeat(90)}]`))
  await expect(readEvalArchive(zipOf([head, ...parts]), { files: 100, unpacked: 1000 })).rejects.toThrow('larger than')
  await expect(readEvalArchive(zipOf([head, ...parts]), { files: 5, unpacked: 10_000 })).rejects.toThrow('too many')
})

test.each(['cut in the middle', 'with bytes changed'])(
  'an archive %s never ends in anything but a sentence',
  async (kind) => {
    const whole = zipOf([head, one])
    for (let at = 4; at < whole.length; at++) {
      const bytes = kind === 'cut in the middle' ? whole.subarray(0, at) : Buffer.from(whole)
      if (kind !== 'cut in the middle') bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const came = await readOutsideFile(bytes, null).catch((thrown: unknown) => thrown)
      const isSaid = came === null || (came instanceof Error ? came.name === 'FailureError' : true)
      expect(isSaid, `byte ${at}: ${String(came)}`).toBe(true)
    }
  },
)

test('figures that nobody can have measured are not known', async () => {
  const usage = (total_cost: number) => ({ m: { total_cost } })
  const figures = [
    { working_time: -5, model_usage: usage(-1) },
    { working_time: 1e300, model_usage: usage(1e300) },
  ].map((each, at) => ({ id: at, scores: { s: { value: 1 } }, ...each }))
  const found = await readOutsideFile(log({}, figures), null)
  for (const each of found?.entries[0]?.trials ?? []) expect(each).toMatchObject({ workMs: null, cost: null })
  const bare =
    '{"version":2,"eval":{"task":"NaN \\" NaN","model":"m"},"samples":[{"id":"NaN","scores":{"s":{"value":1}},"working_time":NaN,"total_time":-Infinity}]}'
  expect(await readOutsideFile(Buffer.from(bare), null)).toMatchObject({
    entries: [{ title: 'NaN " NaN', trials: [{ names: ['NaN'], workMs: null }] }],
  })
})

test('a version that a stranger writes into a sample is not taken for one of ours', async () => {
  const samples = [{ id: 'a', scores: { s: { value: 1 } }, metadata: { task_version: 'x' } }]
  const versionIn = async (packages: object) =>
    (await readOutsideFile(log({ packages }, samples), null))?.entries[0]?.trials[0]?.version
  expect(await versionIn({ inspect_ai: '0.3.285' })).toBeNull()
  expect(await versionIn({ stratagem: '0.1.0' })).toBe('x')
})

test('names are shortened, and names of properties of all objects are only names', async () => {
  const samples = ['__proto__', 'constructor', 'toString'].map((id) => ({
    id,
    scores: { constructor: { value: { toString: 1 } } },
  }))
  const found = await readOutsideFile(log({ task: 'x'.repeat(1_000_000), model: 'y'.repeat(1_000_000) }, samples), null)
  expect(found?.entries[0]?.title).toHaveLength(200)
  expect(found?.entries[0]?.models[0]?.model).toHaveLength(200)
  expect(found?.entries[0]?.trials.map(({ names: [name], success }) => [name, success])).toEqual([
    ['__proto__', true],
    ['constructor', true],
    ['toString', true],
  ])
})

test('a file with very many strategies or trials is refused', async () => {
  const rows = (count: number, strategyOf: (at: number) => string) =>
    Buffer.from(
      `strategy,task,repeat,state,success\n${Array.from({ length: count }, (_, at) => `${strategyOf(at)},t,0,done,true\n`).join('')}`,
    )
  await expect(readOutsideFile(rows(201, String), null)).rejects.toThrow('more than 200 strategies')
  await expect(
    readOutsideFile(
      rows(200_001, () => 's'),
      null,
    ),
  ).rejects.toThrow('more than 200 strategies')
})

test('a cell of ten million characters, and quotes that never end, are read in one pass', async () => {
  const long = '"'.repeat(10_000_000)
  const rows = `strategy,task,repeat,state,success\n"${long}",t,0,done,true\ns,"${long}x`
  expect((await readOutsideFile(Buffer.from(rows), null))?.entries).toHaveLength(1)
})
