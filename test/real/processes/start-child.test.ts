import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runToEnd } from '../../../src-main/processes/run-to-end.ts'
import { startApart } from '../../../src-main/processes/start-apart.ts'
import { startChild } from '../../../src-main/processes/start-child.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { noneLeft, processToken, withToken } from '../kit/token-processes.ts'

const environment = { PATH: process.env['PATH'] }
const helper = { kind: 'helper', owner: 'test' } as const
const limits = { most: 1000, atMost: 'keep-first' } as const
const node = (code: string, folder: string, ...args: string[]) => ({
  program: process.execPath,
  args: ['-e', code, ...args],
  folder,
  environment,
})
const stays = "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000);"

test.each(['command', 'server', 'helper'] as const)(
  'the end of a %s leaves no timer that keeps the app waiting',
  async (kind) => {
    const folder = await temporaryFolder()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const child = startChild(node('0', folder), { kind, owner: 'test' })
    child.output.resume()
    child.errors.resume()
    expect(await child.ended).toMatchObject({ kind: 'exited', code: 0 })
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a program that can’t be started says why, and never throws', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'text'), 'no program')
  for (const program of ['no-such-program', './text', 'text', '', join(folder, 'text'), join(folder, 'none')]) {
    const child = startChild({ program, args: [], folder, environment }, helper)
    child.input.write('dropped')
    expect(await child.ended).toMatchObject({ kind: 'not-started' })
    expect(await child.end()).toBe(await child.kill())
  }
  for (const args of [['a\0b'], ['x'.repeat(10_000_000)]])
    expect(await startChild({ ...node('0', folder), args }, helper).ended).toMatchObject({ kind: 'not-started' })
  const gone = startChild(node('0', join(folder, 'gone')), helper)
  expect(await gone.ended).toMatchObject({ kind: 'not-started' })
})

test('all that it printed is there at its end, and of more than the limit the first or the last part', async () => {
  const folder = await temporaryFolder()
  const long = node("process.stdout.write('a'.repeat(500_000) + 'z'); process.stderr.write('oh')", folder)
  const whole = await runToEnd(long, helper, { most: 1_000_000, atMost: 'end' })
  expect([whole.code, whole.output.length, whole.errors.toString(), whole.cut]).toEqual([0, 500_001, 'oh', false])
  const first = await runToEnd(long, helper, limits)
  expect([first.code, first.output.toString(), first.cut]).toEqual([0, 'a'.repeat(1000), true])
  const last = await runToEnd(long, helper, { most: 1000, atMost: 'keep-last' })
  expect([last.code, last.output.toString()]).toEqual([0, `${'a'.repeat(999)}z`])
  const ended = await runToEnd(node("setInterval(() => console.log('x'.repeat(9999)))", folder), helper, {
    most: 1000,
    atMost: 'end',
  })
  expect([ended.code, ended.output.length, ended.cut]).toEqual([null, 1000, true])
})

describe.skipIf(process.platform === 'win32')('an end', () => {
  test.each(['command', 'server', 'helper'] as const)(
    'of a %s takes what ignores it and what left it',
    async (kind) => {
      const token = processToken()
      const folder = await temporaryFolder()
      const fork = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}, '${token}'], { detached: true, stdio: 'inherit' }).unref();`
      const child = startChild(node(`${stays}${fork}console.log('up')`, folder, token), {
        kind,
        owner: 'test',
        input: 'open',
      })
      await new Promise((resolve) => child.output.once('data', resolve))
      await expect.poll(() => withToken(token).length).toBe(2)
      expect(await child.end()).toEqual({ kind: 'exited', code: null, signal: 'SIGKILL' })
      if (process.platform === 'linux') await noneLeft(token)
    },
  )

  test('by itself is not held up by pipes that others hold', async () => {
    const token = processToken()
    const folder = await temporaryFolder()
    const script = `setsid "$0" -e "$1" ${token} & echo done`
    const asked = { program: '/bin/sh', args: ['-c', script, process.execPath, stays], folder, environment }
    for (const kind of ['command', 'server', 'helper'] as const) {
      const { code, output } = await runToEnd(asked, { kind, owner: 'test' }, limits)
      expect([code, output.toString()]).toEqual([0, 'done\n'])
    }
  })
})

test.skipIf(process.platform === 'win32')('what it starts by name is not found in its folder', async () => {
  const folder = await temporaryFolder()
  for (const name of ['node', 'ls', 'planted']) {
    writeFileSync(join(folder, name), '#!/bin/sh\necho planted\n')
    chmodSync(join(folder, name), 0o755)
  }
  const script = 'ls; planted; command -v planted; echo "$PATH"'
  for (const PATH of [
    `.${delimiter}/usr/bin${delimiter}/bin`,
    `${delimiter}/usr/bin${delimiter}/bin${delimiter}`,
    '',
    undefined,
  ]) {
    const asked = { program: '/bin/sh', args: ['-c', script], folder, environment: { PATH } }
    const { output } = await runToEnd(asked, helper, limits)
    expect(output.toString()).toMatch(/^ls\nnode\nplanted\n(\/[\w/]+:)*\/[\w/]+\n$/)
  }
})

test('a program that outlives the app says only if it fails at once', async () => {
  const folder = await temporaryFolder()
  expect(await startApart(process.execPath, ['-e', '0'], folder, 60_000)).toBeNull()
  expect(await startApart(join(folder, 'none'), [], folder, 60_000)).toMatchObject({ kind: 'not-started' })
  const failing = ['-e', "console.error('no display'); process.exitCode = 3"]
  expect(await startApart(process.execPath, failing, folder, 60_000)).toEqual({
    kind: 'failed',
    code: 3,
    trouble: 'no display',
  })
})
