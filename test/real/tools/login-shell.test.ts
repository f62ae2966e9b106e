import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hasShellEnvironment, joinedPath } from '../../../src-main/processes/login-environment.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

/** A home folder whose shell has a program in its PATH; `more`: further lines of its profile. */
async function homeWithTool(more = ''): Promise<string> {
  const home = await temporaryFolder()
  await mkdir(join(home, 'tools'))
  await writeFile(join(home, 'tools/my-tool'), '#!/bin/sh\necho "tool of $MY_TOOL_HOME"\n')
  await chmod(join(home, 'tools/my-tool'), 0o755)
  const lines = [
    'echo "Welcome = to this shell"',
    `export PATH="${home}/tools:/usr/bin:/bin" MY_TOOL_HOME='a b' MY_TOKEN=canary KEPT=shell`,
  ]
  await writeFile(join(home, '.bash_profile'), `${lines.join('\n')}\n${more}\n`)
  return home
}

const shell = (command: string) => ({ tool: 'shell', arguments: { command } })

test.skipIf(process.platform === 'win32')(
  'a command of a program whose PATH no shell has set has what the login shell sets',
  async () => {
    const project = await temporaryProject({})
    const home = await homeWithTool()
    const environment = { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin', KEPT: 'own' }
    const calls = [shell('my-tool; echo "$KEPT/$MY_TOKEN/"')]
    const { results } = await playCalls(await temporaryFolder(), project.folder, calls, { environment })
    expect(results[0]).toMatch(/^tool of a b\nown\/\/\n/)
  },
)

test.skipIf(process.platform === 'win32')(
  'a login shell that does not come to its end holds nothing up for long',
  async () => {
    const project = await temporaryProject({})
    const home = await homeWithTool('sleep 600')
    const environment = { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin' }
    const { results, code } = await playCalls(await temporaryFolder(), project.folder, [shell('echo ran')], {
      environment,
    })
    expect(code).toBe(0)
    expect(results[0]).toMatch(/^ran\n/)
  },
)

test.skipIf(process.platform === 'win32')(
  'a command of a script is started with the environment of the script, and no shell is asked',
  async () => {
    const project = await temporaryProject({})
    const home = await homeWithTool('echo asked >> "$HOME/asked"')
    const environment = { HOME: home, SHELL: '/bin/bash', PATH: '/opt/own/bin:/usr/bin:/bin' }
    const calls = [shell('my-tool || echo "$PATH"')]
    const { results } = await playCalls(await temporaryFolder(), project.folder, calls, { environment })
    expect(results[0]).toContain('/opt/own/bin:/usr/bin:/bin\n')
    expect(existsSync(join(home, 'asked'))).toBe(false)
  },
)

const [bare, full] = ['/usr/bin:/bin:/usr/sbin:/sbin', '/opt/homebrew/bin:/usr/bin:/bin']
test.each([
  ['app', { PATH: bare }, false],
  ['app', { PATH: full }, false],
  ['app', { PATH: '/usr/local/bin:/usr/bin:/bin', SHLVL: '1' }, false],
  ['app', { PATH: full, SHLVL: '2', TERM: 'xterm-256color' }, true],
  ['app', { PATH: bare, SHLVL: '1', TERM: 'linux' }, false],
  ['command', { PATH: full }, true],
  ['command', { PATH: '/usr/bin:/bin', SHLVL: '1' }, false],
  ['command', {}, false],
] as const)('as %s with %j the environment comes from a shell: %s', (start, environment, from) => {
  expect(hasShellEnvironment(start, environment)).toBe(from)
})

test('folders of the PATH are added; the order is the shell’s only if it knows all of them', () => {
  expect(joinedPath('/usr/bin:/bin', '/nvm/bin:/usr/bin:/bin')).toBe('/nvm/bin:/usr/bin:/bin')
  expect(joinedPath('/venv/bin:/usr/bin', '/nvm/bin:/usr/bin')).toBe('/venv/bin:/usr/bin:/nvm/bin')
  expect(joinedPath('/usr/bin', '')).toBe('/usr/bin')
})
