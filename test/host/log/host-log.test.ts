import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { type HostLog, openHostLog } from '../../../src-main/host/log/host-log.ts'
import { faultText, hostStart } from '../../../src-main/host/log/log-record.ts'
import { watchCrashes } from '../../../src-main/host/log/watch-crashes.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const key = 'canary-key-0123456789'
const shaped = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
const start = hostStart({ shell: 'browser', version: '1.2.3' })
const textOf = (log: HostLog) => readFileSync(log.file ?? '', 'utf8')
const run = (id: string) => ({ level: 'info', event: 'run-start', run: id, how: 'start' }) as const

it('writes what happened, by ids, and no message, key or secret', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'a\n' })
  const printed = `node -e "process.stdout.write(['canary-key','0123456789'].join('-'))"; echo ${shaped}`
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { calls: [{ tool: 'shell', arguments: { command: printed } }] } : { text: 'The secret answer.' },
  )
  process.env['CANARY_TOKEN'] = 'canary-environment-1'
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url), key)
  const ended = await runToEnd(host, message(`Print the secret word, ${shaped}.`))
  await host.handle('run-dismiss', { runId: 'run_gone' })
  await host.handle(`no-such-${shaped}`, { text: 'canary-environment-1' })
  const diagnostics = await ask(host, 'host-diagnostics', {})
  await host.close()
  delete process.env['CANARY_TOKEN']

  const text = readFileSync(join(dataFolder, 'logs/stratagem.log'), 'utf8')
  expect(text.match(/(?<=info |warn )[a-z-]+/g)).toEqual([
    'host-start',
    'migrated',
    'run-start',
    'sandbox-found',
    'run-end',
    'request-failed',
    'request-failed',
    'host-end',
  ])
  expect(text).toContain(`run-end run=${ended.id} status=completed kind=null`)
  expect(text).toContain('request-failed method=run-dismiss kind=not-found')
  for (const each of [text, diagnostics]) {
    expect(each).not.toMatch(/canary|ghp_|secret word|secret answer|a\.txt/)
    expect(each).toContain('host-start shell=browser version=0.0.0')
  }
})

it('takes out what looks like a secret or is a key, in whatever field it stands', async () => {
  const log = openHostLog(await temporaryFolder(), start, () => [key])
  log.write(run(key))
  log.write(run(shaped))
  expect(textOf(log)).not.toMatch(/canary|ghp_/)
})

it('quotes nothing that a parser quoted, and keeps a record on one line', () => {
  const stack = `SyntaxError: Unexpected token 'h', "hello "wor"... is not valid JSON\n    at parse (a.ts:1:2)\n    at b.ts:3:4`
  expect(faultText(stack)).toBe(
    'SyntaxError: Unexpected token “…”... is not valid JSON | at parse (a.ts:1:2) | at b.ts:3:4',
  )
})

it('keeps a few files of a limited size, for their user alone', async () => {
  const folder = await temporaryFolder()
  const log = openHostLog(folder, start, () => [])
  for (let at = 0; at < 60; at++) log.write(run(`${at}-${'x'.repeat(100_000)}`))
  const names = readdirSync(join(folder, 'logs')).sort()
  expect(names).toEqual(['stratagem.1.log', 'stratagem.2.log', 'stratagem.3.log', 'stratagem.log'])
  for (const name of names) expect(statSync(join(folder, 'logs', name)).size).toBeLessThan(1_200_000)
  expect(log.recent(1)).toEqual([expect.stringContaining('run=59-')])
  if (process.platform === 'win32') return
  for (const name of names) expect(statSync(join(folder, 'logs', name)).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700)
})

it('writes a crash, and is silent if it cannot write', async () => {
  const folder = await temporaryFolder()
  const log = openHostLog(folder, start, () => [])
  const end = watchCrashes(log, false)
  process.emit('uncaughtExceptionMonitor', new TypeError('no "hidden" field'), 'uncaughtException')
  end()
  process.emit('uncaughtExceptionMonitor', new Error('later'), 'uncaughtException')
  expect(log.recent(9)).toEqual([
    expect.stringContaining('info host-start'),
    expect.stringMatching(/error crash origin=uncaughtException fault="TypeError: no “…” field \| at /),
  ])
  const blocked = await temporaryFolder()
  mkdirSync(join(blocked, 'logs/stratagem.log'), { recursive: true })
  const silent = openHostLog(blocked, start, () => [])
  silent.write(run('run_1'))
  expect(silent.recent(1)).toEqual([])
})

it('leaves nothing of a command that only reads', async () => {
  const dataFolder = await temporaryFolder()
  await (await openTestHost({ dataFolder })).close()
  const before = readFileSync(join(dataFolder, 'logs/stratagem.log'), 'utf8')
  const host = await openTestHost({ dataFolder, shell: 'command' })
  await ask(host, 'projects-list', {})
  await host.close()
  expect(readFileSync(join(dataFolder, 'logs/stratagem.log'), 'utf8')).toBe(before)
})
