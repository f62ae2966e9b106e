import { expect, test } from 'vitest'
import { readOutsideFile } from '../../../../../src-main/bounded/results/outside-file.ts'
import { trialsCsv } from '../../../../../src-main/host/export/trials/trial-tables.ts'
import { csvRows } from '../../../../../src-main/trials/outside/csv-rows.ts'

const read = async (text: string, encoding: BufferEncoding = 'utf8') => {
  const found = await readOutsideFile(Buffer.from(text, encoding), null)
  return found?.entries.flatMap((each) => each.trials.map(({ success, workMs, cost }) => [success, workMs, cost]))
}

/** Our own export, as others save it again. */
const saved: readonly (readonly [what: string, text: string])[] = [
  [
    'ours',
    'task,repeat,state,success,strategy,work_ms,cost_usd\r\na,0,done,true,x,1500,0.5\r\nb,0,done,false,x,2,\r\n',
  ],
  [
    'Excel',
    'task,repeat,state,success,strategy,work_ms,cost_usd\r\na,0,done,TRUE,x,1500,0.5\r\nb,0,done,FALSE,x,2,\r\n',
  ],
  [
    'Excel in German, with a line for the separator',
    'sep=;\r\ntask;repeat;state;success;strategy;work_ms;cost_usd\r\na;0;done;WAHR;x;1.500,0;0,5\r\nb;0;done;FALSCH;x;2;\r\n',
  ],
  [
    'a program that puts spaces after commas and capitals into the head',
    'Task, Repeat, State, Success, Strategy, Work_ms, Cost_USD\na, 0, done, TRUE, x, 1500, $0.50\nb, 0, done, FALSE, x, 2,\n',
  ],
  [
    'pandas, with its index',
    ',task,repeat,state,success,strategy,work_ms,cost_usd\n0,a,0,done,True,x,1500.0,0.5\n1,b,0,done,False,x,2.0,nan\n',
  ],
  [
    'pandas as JSON Lines',
    '{"task":"a","repeat":0,"state":"done","success":1.0,"strategy":"x","work_ms":1500.0,"cost_usd":0.5}\n{"task":"b","repeat":0,"state":"done","success":0.0,"strategy":"x","work_ms":2,"cost_usd":NaN}\n',
  ],
  [
    'pandas as one list',
    '[{"task":"a","repeat":0,"state":"done","success":true,"strategy":"x","work_ms":1500,"cost_usd":0.5},{"task":"b","repeat":0,"state":"done","success":false,"strategy":"x","work_ms":2,"cost_usd":null}]',
  ],
]

test.each(saved)('a table of trials that %s saved is read like ours', async (_, text) => {
  expect(await read(text)).toEqual([
    [true, 1500, 0.5],
    [false, 2, null],
  ])
})

test('signs between thousands are no decimals', async () => {
  const text = 'task,repeat,state,success,strategy,work_ms\na,0,done,TRUE,x,"1,234,567"\nb,0,done,TRUE,x,"1,234.5"\n'
  expect((await read(text))?.map(([, workMs]) => workMs)).toEqual([1_234_567, 1234.5])
})

test('models as an object of JSON are models', async () => {
  const line = { task: 'a', repeat: 0, state: 'done', success: true, strategy: 'x', models: { default: 'm' } }
  const found = await readOutsideFile(Buffer.from(`${JSON.stringify(line)}\n`), null)
  expect(found?.entries[0]?.models).toEqual([{ role: 'default', model: 'm' }])
})

test('a log of Inspect without samples is one, and it is said', async () => {
  const log = { version: 2, status: 'error', eval: { task: 't', model: 'm' } }
  expect(await readOutsideFile(Buffer.from(JSON.stringify(log)), null)).toMatchObject({
    format: 'inspect',
    entries: [],
    leftOut: ['The log has no samples.'],
  })
})

test('“Unicode text” of Excel is UTF-16 with tabs', async () => {
  const text = '\ufefftask\trepeat\tstate\tsuccess\twork_ms\tcost_usd\r\nä\t0\tdone\tTRUE\t1,5\t0\r\n'
  expect(await read(text, 'utf16le')).toEqual([[true, 1.5, 0]])
})

test('thousands are told from decimals where that can be', async () => {
  const row = (ms: string) => `task;repeat;state;success;work_ms;cost_usd\na;0;done;true;${ms};0\n`
  for (const [text, ms] of [
    ['1.234.567', 1234567],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ['12.5', 12.5],
    ['none of it', null],
  ] as const)
    expect(await read(row(text))).toEqual([[true, ms, 0]])
})

test.each(['=1+1', "'=x", "''@x", "it's", "'quoted'", '-1', 'a;b,"c"\n'])(
  'a text comes back from CSV as it was: %j',
  (text) => {
    const csv = trialsCsv({
      columns: [
        { name: 'task', kind: 'text' },
        { name: 'n', kind: 'whole' },
      ],
      rows: [{ task: text, n: 1 }],
    })
    expect(csvRows(csv)).toEqual([{ task: text, n: '1' }])
  },
)

const log = (more: object, sample: object) =>
  JSON.stringify({ eval: { task: 't', model: 'm/x' }, samples: [{ id: 'a', epoch: 1, ...sample }], ...more })

test.each([
  ['1, with one score', log({ version: 1 }, { score: { value: 'C' } })],
  ['2', log({ version: 2 }, { scores: { s: { value: 'C' } } })],
  ['3', log({ version: 3 }, { scores: { s: { value: 'C' } } })],
  ['none', log({}, { scores: { s: { value: 'C' } } })],
])('a log of Inspect is read whatever version it says: %s', async (_, text) => {
  expect(await read(text)).toEqual([[true, null, null]])
})
