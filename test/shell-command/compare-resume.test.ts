import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { copiesIn, turnOf, writeDone } from '../kit/fake-host/lane-scripts.ts'
import { command, startCommand } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { gate, temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const lanes = ['compare', '--lane', 'tool-loop,model=slow', '--lane', 'tool-loop,model=fast', '--approve', 'everything']

/** Lane A writes its file and halts in its answer until it is let go; B comes to its end. */
async function halfDone() {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const held = gate()
  let open = false
  const server = await hostModelServer((request) => {
    if (turnOf(request) === 0) return writeDone
    return request.model === 'slow' && !open ? { text: 'half and half', until: held.passed } : { text: 'done' }
  })
  const letGo = () => {
    open = true
    held.open()
  }
  const begin = async (...more: string[]) => {
    const where = ['--project', project.folder, '--base-url', server.url, '--model', 'fast']
    const child = startCommand(home, [...lanes, ...where, '--check', 'cat done.txt', ...more, 'Do it.'])
    await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(4)
    await expect.poll(() => copiesIn(home).length, { timeout: 60_000 }).toBe(1)
    return child
  }
  return { home, project, server, begin, letGo }
}

test('a comparison that was killed goes on by its id with all lanes; once over, a lane of it is applied', async () => {
  const { home, project, server, begin, letGo } = await halfDone()
  const child = await begin()
  child.kill()
  await child.done
  letGo()

  const lost = await command(home, ['compare', '--resume', 'comp_lost'])
  const [, id = ''] = /^(comp_\S+) {2}interrupted {2}[01] of 2 lanes {2}Do it\.$/m.exec(lost.error) ?? []
  const went = await command(home, ['compare', '--resume', id])
  expect(went).toMatchObject({ code: 0, error: '' })
  expect(went.out).toMatch(/check +passed +passed/)
  expect(went.out).toContain('verdict by check: no difference.')
  // One more answer of lane A, and nothing of B.
  expect(server.requests).toHaveLength(5)
  expect(copiesIn(home)).toEqual([])

  expect(existsSync(project.at('done.txt'))).toBe(false)
  // It is said why it is that lane.
  const applied = await command(home, ['compare', '--resume', id, '--apply', 'best', '--json'])
  expect(applied.code).toBe(0)
  expect(applied.error).toMatch(/^.*\b([AB]) (?:took|used|succeeds).*\nApplied lane \1: 1 file changed/m)
  const { comparison, outputs } = JSON.parse(applied.out)
  expect(comparison).toMatchObject({ state: 'done', applied: { lane: expect.stringMatching(/[AB]/), files: 1 } })
  expect(outputs[comparison.lanes[0].checkResult.output]).toBe('yes')
  expect(await project.read('done.txt')).toBe('yes')
  expect(server.requests).toHaveLength(5)

  const wrong = (...more: string[]) => command(home, ['compare', '--resume', id, ...more])
  expect(await wrong('--repeat', '2')).toMatchObject({
    code: 2,
    error: expect.stringContaining('work only for trials'),
  })
  expect(await wrong('--apply', 'C')).toMatchObject({ code: 2, error: expect.stringContaining('one of A, B, best') })
})

test('what another process carries out is left to it', async () => {
  const { home, begin, letGo } = await halfDone()
  const child = await begin()
  const lost = await command(home, ['compare', '--resume', 'comp_lost'])
  const [id = ''] = /comp_\S+(?= {2}running)/.exec(lost.error) ?? []
  const other = await command(home, ['compare', '--resume', id])
  expect(other).toMatchObject({ code: 1, out: '', error: expect.stringContaining('Another Stratagem process') })
  letGo()
  expect(await child.done).toMatchObject({ code: 0, out: expect.stringMatching(/check +passed +passed/) })
})

test('Ctrl-C is told as stopped though a lane had ended, and nothing is applied', async () => {
  const { home, project, begin, letGo } = await halfDone()
  const child = await begin('--apply', 'best')
  child.interrupt()
  const { code, out, error } = await child.done
  letGo()
  expect(code).toBe(130)
  expect(out).toMatch(/ended +aborted +completed/)
  expect(out).toMatch(/A: The run was stopped. Its work is kept: agent show run_\S+$/m)
  expect(error).toMatch(/The comparison was stopped, so nothing was applied. To apply a lane anyway: .* --apply B$/m)
  expect(existsSync(project.at('done.txt'))).toBe(false)
  expect(copiesIn(home)).toEqual([])
})

test('where a command fails, the end of what it printed is told', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({})
  const compare = (...args: string[]) =>
    command(home, ['compare', '--lane', 'chat', '--lane', 'chat', '--project', project.folder, ...args, 'Hi.'])
  const checked = await compare('--check', 'echo first; echo the file is not there; exit 4')
  expect(checked.out).toContain('B: last output of the check\n    first\n    the file is not there\n')
  const setUp = await compare('--set-up', 'echo no such package; exit 3', '--check', 'exit 0')
  expect(setUp.out).toContain('exited with 3, so the lane was not run. Last output: no such package')
  expect(setUp.out).toContain('verdict: none, because no lane finished.')
  const bad = await compare('--check', 'exit 0', '--score', '(')
  expect(bad).toMatchObject({ code: 2, error: expect.stringMatching(/Unterminated group\. Correct it/) })
})

test('what of the project no lane gets is named before the lanes begin', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n', 'vendor/lib/i.js': '1' })
  await promisify(execFile)('git', ['init', '-q', project.at('vendor/lib')])
  const compare = (...args: string[]) =>
    command(home, ['compare', '--lane', 'chat', '--lane', 'chat', '--project', project.folder, ...args, 'Hi.'])
  const without = expect.stringMatching(/^The lanes’ copies don’t contain vendor\/lib\/\.git\/: build outputs, /m)
  expect(await compare()).toMatchObject({ code: 0, error: without })
  expect(await compare('--report', join(home, 'r.html'))).toMatchObject({ code: 0, error: without })
})
