import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isExhaustive } from '../kit/project/sample.ts'
import { type BareMachine, bareMachine, type Going } from './kit/set-up/bare-machine.ts'
import { kindNote, otherKinds, type SetUpKind, tooOld, usualKinds } from './kit/set-up/tools-from-npm.ts'

const machines: BareMachine[] = []
const started: Going[] = []
afterEach(async () => {
  for (const { child } of started.splice(0)) if (child.exitCode === null) endAll(child.pid)
  for (const machine of machines.splice(0)) await machine.remove()
  // Some 30,000 files each.
}, 120_000)

function endAll(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

async function newcomer(kind: SetUpKind): Promise<BareMachine> {
  const machine = await bareMachine(kind)
  machines.push(machine)
  return machine
}

/** The README's command for a machine without a display: what it printed, and what the page at its address answers. */
async function opened(machine: BareMachine, env: Record<string, string> = {}): Promise<{ said: string; page: string }> {
  const app = machine.start('npm', ['start', '--', '--browser'], env)
  started.push(app)
  const address = () => /Stratagem is at (\S+)/.exec(app.out())?.[1]
  await Promise.race([expect.poll(address, { timeout: 240_000, interval: 200 }).toBeDefined(), failedEarly(app)])
  const reply = await fetch(address() ?? '', { redirect: 'follow' })
  const page = await reply.text()
  // npm ends by the signal itself; its pipes are closed once all that it started has ended too.
  process.kill(-(app.child.pid ?? 0), 'SIGTERM')
  await app.ended
  return { said: app.out(), page }
}

async function failedEarly(app: Going): Promise<void> {
  const { code, out } = await app.ended
  if (!out.includes('Stratagem is at')) throw new Error(`npm start ended with ${code}:\n${out}`)
}

/** Makes the project's own Node fail as on a system without libatomic: the loader can't read what is found first. */
function withoutLibatomic(machine: BareMachine): Record<string, string> {
  const folder = join(machine.home, 'broken')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'libatomic.so.1'), '')
  return { LD_LIBRARY_PATH: folder }
}
const named =
  /Node\.js [\d.]+ that comes with Stratagem can’t start\. The library libatomic\.so\.1 is missing.*apt install libatomic1/

describe('the README’s commands, in a PATH with one Node, npm and git', { timeout: 600_000 }, () => {
  for (const kind of isExhaustive ? [...usualKinds, ...otherKinds] : usualKinds) {
    const note = kindNote(kind)
    test.skipIf(note !== '')(`npm ${kind.npm} on Node ${kind.node}, user: ${kind.user}${note}`, async () => {
      const machine = await newcomer(kind)
      expect(existsSync(join(machine.project, 'node_modules'))).toBe(false)
      for (const script of ['start', 'agent', 'check', 'build']) {
        const { code, out } = await machine.run('npm', ['run', '-s', script])
        const said = 'Packages of Stratagem are missing or outdated. Run `npm ci`, then try again.\n'
        expect({ script, code, out }).toEqual({ script, code: 1, out: said })
      }
      const set = await machine.run('npm', ['ci'])
      expect(set).toMatchObject({ code: 0 })
      expect(set.out).not.toMatch(/gyp|stratagem@/)
      const { page } = await opened(machine)
      expect(page).toContain('<title>Stratagem</title>')
      expect(await machine.run('npm', ['run', '-s', 'agent', '--', 'list'])).toMatchObject({ code: 0 })
      const tests = await machine.run('npm', ['run', 'test:unit', '--', 'test/shared/base/glob.test.ts'])
      expect(tests).toMatchObject({ code: 0, out: expect.stringContaining('passed') })
      // On Node 26 npm itself would not start either.
      if (!kind.node.startsWith('26.')) await expectNamed(machine, kind)
    })
  }

  const note = kindNote(tooOld)
  test.skipIf(!isExhaustive || note !== '')(
    `a Node that is too old for npm ci is named when the build fails${note}`,
    async () => {
      const machine = await newcomer(tooOld)
      expect(await machine.run('npm', ['ci'])).toMatchObject({ code: 0, out: expect.stringContaining('EBADENGINE') })
      const { code, out } = await machine.run('npm', ['start', '--', '--browser'])
      expect(code).toBe(1)
      expect(out).toMatch(/^Building …\nThe app can’t be built because npm has left out .*older than 20\.19 or 22\.12/m)
    },
  )
})

/** Without libatomic: what is missing is named, and the user's Node takes over if it is new enough. */
async function expectNamed(machine: BareMachine, { node }: SetUpKind): Promise<void> {
  const broken = withoutLibatomic(machine)
  const listed = await machine.run('npm', ['run', '-s', 'agent', '--', 'list'], broken)
  expect(listed.out).toMatch(named)
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isNewEnough = major >= 24 || (major === 22 && minor >= 18)
  expect(listed.code).toBe(isNewEnough ? 0 : 1)
  expect(listed.out).toContain(isNewEnough ? `Stratagem uses your Node.js ${node} instead.` : 'in place of your')
  if (isNewEnough) expect((await opened(machine, broken)).said).toMatch(named)
}
