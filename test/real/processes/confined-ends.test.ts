import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ownWork } from '../../../src-main/processes/marks.ts'
import { startChild } from '../../../src-main/processes/start-child.ts'
import { placeRules } from '../../../src-main/sandbox/place-rules.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { anywhere, knownSandboxes } from '../../kit/host/sandboxes.ts'
import { processToken, withToken } from '../kit/token-processes.ts'

const places = [{ name: 'nothing', sandbox: null }, ...knownSandboxes]

describe.skipIf(process.platform === 'win32').each(places)('commands confined by $name', ({ name, sandbox }) => {
  const here = test.skipIf(name !== 'nothing' && sandbox === null)
  async function start(command: string, folder: string) {
    const rules = await placeRules({ ...anywhere, workspace: folder }, {})
    const child = startChild(
      {
        program: '/bin/sh',
        args: ['-c', command],
        folder,
        environment: { ...process.env },
        confine: await sandbox?.confine(rules),
      },
      { kind: 'command', owner: ownWork },
    )
    onTestFinished(async () => void (await child.kill()))
    child.errors.resume()
    child.output.resume()
    const begun = () => expect.poll(() => existsSync(join(folder, 'begun')), { timeout: 30_000 }).toBe(true)
    return { child, begun }
  }

  here('git that is ended removes its lock', async () => {
    const folder = await temporaryFolder()
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '-q')
    git('config', 'user.name', 'A')
    git('config', 'user.email', 'a@example.com')
    git('config', 'core.editor', 'touch begun; sleep 60; true')
    writeFileSync(join(folder, 'a.txt'), 'a\n')
    git('add', '-A')
    git('commit', '-qm', 'start')
    const { child, begun } = await start('echo b >a.txt; git commit -a', folder)
    await begun()
    expect(existsSync(join(folder, '.git/index.lock'))).toBe(true)
    await child.end()
    expect(existsSync(join(folder, '.git/index.lock'))).toBe(false)
  })

  here('a program that cleans up when it is told to end gets to do so', async () => {
    const folder = await temporaryFolder()
    const { child, begun } = await start(
      `sh -c 'trap "sleep 0.05; echo yes >cleaned; exit 3" TERM; : >begun; while :; do sleep 0.02; done'`,
      folder,
    )
    await begun()
    await child.end()
    expect(existsSync(join(folder, 'cleaned'))).toBe(true)
  })

  here('what ignores that it is told to end is gone afterwards', async () => {
    const folder = await temporaryFolder()
    const token = processToken()
    const stays = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done' ${token}`
    const { child, begun } = await start(`trap '' TERM; ${stays} & : >begun; ${stays}`, folder)
    await begun()
    await child.end()
    await expect.poll(() => withToken(token)).toEqual([])
  })
})
