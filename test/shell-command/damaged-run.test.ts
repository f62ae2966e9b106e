import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { unpackLogs } from '../kit/host/unpack-logs.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

/** A run of three rounds, made by the command line; the answer to each is one line. */
async function world() {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((_, turn) =>
    turn < 2 ? { calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }] } : { text: `Answer ${turn}.` },
  )
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  const agent = (...args: string[]) => command(home, args)
  expect((await agent('run', ...where, 'go')).code).toBe(0)
  const [id = ''] = (await agent('list')).out.split('\t')
  /** One letter of what the first tool call showed is another one, in the event that holds it. */
  const damage = (sql: string) => {
    unpackLogs(join(home, 'stratagem.db'))
    const database = openDatabase(join(home, 'stratagem.db'), migrations)
    expect(database.run(sql)).toBeGreaterThan(0)
    database.close()
  }
  return { home, agent, id, damage, server, where }
}

const readText = (file: string) => readFile(file, 'utf8')

const oneLetter = `UPDATE events SET text = replace(text, 'read_file', 'read_fjle')
  WHERE seq = (SELECT min(seq) FROM events WHERE text LIKE '%"tool-end"%')`

test('a damaged run is shown with a mark, and nothing is done by it (T40)', async () => {
  const { agent, id, damage, server } = await world()
  damage(oneLetter)
  const shown = await agent('show', id)
  expect(shown.code).toBe(1)
  expect(shown.out).toContain('damaged on disk here')
  expect(shown.out).toContain('Answer 2.')
  expect(shown.error).toContain('damaged on disk')

  const step = /\[(\S+)\]\n! An entry/.exec(shown.out)?.[1] ?? ''
  expect(step).not.toBe('')
  const requestCount = server.requests.length
  const last = [...shown.out.matchAll(/\[(\S+)\]/g)].at(-1)?.[1] ?? ''
  const forked = await agent('fork', id, '--at', last)
  expect([forked.code, forked.error]).toEqual([1, expect.stringContaining('was damaged on disk')])
  expect(server.requests).toHaveLength(requestCount)
  const replayed = await agent('replay', id)
  expect([replayed.code, replayed.out]).toEqual([1, expect.stringContaining('was altered')])
}, 120_000)

test('the list marks a damaged run, and others of its conversation too (T40)', async () => {
  const { agent, id, damage } = await world()
  const step = [...(await agent('show', id)).out.matchAll(/\[(\S+)\]/g)].at(-1)?.[1] ?? ''
  expect((await agent('fork', id, '--at', step)).code).toBe(0)
  damage(`${oneLetter} AND run_id = '${id}'`)
  await agent('show', id)
  const listed = await agent('list')
  expect(listed.code).toBe(1)
  expect(listed.out.split('\n').map((line) => line.split('\t').slice(4))).toEqual([
    ['in a damaged conversation'],
    ['damaged'],
    [],
  ])
}, 120_000)

test('the list marks a run whose message is damaged (T40)', async () => {
  const { agent, damage } = await world()
  damage("UPDATE turns SET digest = 'not what it was'")
  const listed = await agent('list')
  expect([listed.code, listed.out]).toEqual([1, expect.stringContaining('\tin a damaged conversation\n')])
  expect(listed.error).toContain('damaged on disk')
}, 120_000)

test('a damaged run is not exported as a whole; with the damage marked it is, and stays marked where it is imported (T40)', async () => {
  const { home, agent, id, damage } = await world()
  damage(oneLetter)
  const out = join(home, 'exported')
  for (const format of ['markdown', 'chrome-trace', 'otlp', 'jsonl', 'bundle']) {
    const refused = await agent('export', id, '--format', format, '--out', out)
    expect([format, refused.code]).toEqual([format, 1])
    expect(refused.error).toMatch(/damaged on disk.*\(--damaged\)/)
    expect(refused.error).toMatch(
      /the answer to message 1, started \w+ \d+, \d{4}, [\d:]+ [AP]M \(from entry \d+ of its log\)/,
    )
    expect(refused.error).not.toContain(id)
    expect((await agent('export', id, '--format', format, '--out', out, '--damaged')).code).toBe(0)
    if (format !== 'bundle') expect(await readText(out)).toMatch(/damaged/)
  }
  const elsewhere = await temporaryFolder()
  expect((await command(elsewhere, ['import', out])).code).toBe(0)
  const listed = await command(elsewhere, ['list'])
  expect([listed.code, listed.out]).toEqual([1, expect.stringContaining('\tdamaged\n')])
  const [imported = ''] = listed.out.split('\t')
  const shown = await command(elsewhere, ['show', imported])
  expect([shown.code, shown.out]).toEqual([1, expect.stringContaining('damaged on disk here')])
  const again = await command(elsewhere, ['export', imported, '--format', 'bundle'])
  expect([again.code, again.error]).toEqual([1, expect.stringContaining('damaged on disk')])
}, 240_000)
