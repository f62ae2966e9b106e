import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { unpackLogs } from '../kit/host/unpack-logs.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const write = (content: string) => ({ tool: 'write_file', arguments: { path: 'note.txt', content } })

/** A data folder with one run in it: a file is written, then the answer comes. */
async function oneRun(
  says: (turn: number) => ScriptedAnswer = (turn) => (turn === 0 ? { calls: [write('x\n')] } : { text: 'The answer.' }),
) {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) => says(turn))
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  const { code } = await command(home, ['run', ...where, '--approve', 'edits', 'go'])
  expect(code).toBe(0)
  const [id = ''] = (await command(home, ['list'])).out.split('\t')
  return { home, files, server, id }
}

test('replay: equal, asks no model, runs no tool, writes nothing', async () => {
  const { home, files, server, id } = await oneRun()
  await rm(files.at('note.txt'))
  const before = await command(home, ['show', id])
  const replayed = await command(home, ['replay', id, '--verify'])
  expect(replayed).toEqual({
    code: 0,
    out: expect.stringMatching(/^equal: \d+ steps and the outcome\nThe log is intact\.\n$/),
    error: '',
  })
  expect(server.requests).toHaveLength(2)
  await expect(files.read('note.txt')).rejects.toThrow()
  expect(await command(home, ['show', id])).toEqual(before)
  expect((await command(home, ['replay', 'run_unknown'])).code).toBe(1)
})

test('replay: a log that was changed behind its back is told, with what comes of it', async () => {
  const { home, id } = await oneRun()
  unpackLogs(join(home, 'stratagem.db'))
  const database = new Sqlite(join(home, 'stratagem.db'))
  const changed = database.prepare(
    "UPDATE events SET text = replace(text, 'The answer.', 'Another.') WHERE text LIKE '%model-end%'",
  )
  expect(changed.run().changes).toBeGreaterThan(0)
  database.close()
  const { code, out } = await command(home, ['replay', id, '--verify'])
  expect(code).toBe(1)
  expect(out).toMatch(
    /^diverged at its end, after \d+ steps\n {2}expected: the answer The answer\.\n {2}got: {6}the answer Another\.\nEvent \d+ of the log was altered\.\n$/,
  )
  expect((await command(home, ['replay', id])).out).toContain('was altered')
})

test('fork goes on from a step: with an edited answer no model is asked for it', async () => {
  const { home, server, id } = await oneRun()
  const shown = await command(home, ['show', id])
  const last = /engineer: [^\n]*\[([\d./]+)\](?![\s\S]*engineer: )/.exec(shown.out)?.[1] ?? ''
  const forked = await command(home, ['fork', id, '--at', last, '--answer', 'By hand.'])
  expect(forked).toMatchObject({ code: 0, out: 'By hand.\n' })
  expect(server.requests).toHaveLength(2)
  expect((await command(home, ['fork', id, '--at', '99'])).error).toContain('no step "99"')
  const guess = await command(home, ['fork', id, '--at', last, '--strategy', 'guess'])
  expect(guess).toMatchObject({ code: 2, error: expect.stringContaining('tool-loop') })
})

test('export prints the run in the form that is asked for, and tells beside it what was taken out', async () => {
  const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')
  const { home, id } = await oneRun(() => ({ text: `The key is ${secret}.` }))
  const { code, out, error } = await command(home, ['export', id, '--format', 'markdown'])
  expect([code, error]).toEqual([
    0,
    'Removed as likely secrets:\n  1 × OpenAI key\nReview the rest before you share it.\n',
  ])
  expect(out).toContain('## User\n\ngo\n')
  expect(out).toContain('The key is [redacted: OpenAI key].')
  const trace = await command(home, ['export', id, '--format', 'chrome-trace'])
  expect(JSON.parse(trace.out)).toMatchObject({ displayTimeUnit: 'ms' })
})
