import { expect, test, vi } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000 })

test('a run is told on standard error, and named by its id, a part of it that fits no other, or its number', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_, turn) => ({ text: `Answer ${turn}.` }))
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm', '--strategy', 'chat']
  const first = await command(home, ['run', ...where, 'One'])
  expect(first.error).toMatch(/^completed · .+ · run_\w+\n$/)
  const one = /run_\w+/.exec(first.error)?.[0] ?? ''
  const two = /run_\w+/.exec((await command(home, ['run', '--json', ...where, 'Two'])).error)?.[0] ?? ''
  const shown = await Promise.all(
    [one.slice(-6), one.slice(0, -2), two.slice('run_'.length), '1', '2'].map((typed) =>
      command(home, ['show', typed]),
    ),
  )
  expect(shown.map(({ out }) => out.match(/^> (.*)$/m)?.[1])).toEqual(['One', 'One', 'Two', 'Two', 'One'])
  expect(await command(home, ['show', 'run_0'])).toEqual({
    code: 1,
    out: '',
    error: `"run_0" fits 2 runs: ${two} and ${one}. Give more of the id; the last characters tell runs apart best.\n`,
  })
  const none = await Promise.all(['3', '0', 'zzzzzzz', 'run_'].map((typed) => command(home, ['inspect', typed])))
  expect(none.map(({ code, error }) => [code, error])).toEqual(
    ['3', '0', 'zzzzzzz', 'run_'].map((typed) => [1, `There is no run "${typed}". \`agent list\` lists all runs.\n`]),
  )
  const short = one.slice(-8)
  const exported = await command(home, ['export', short, '--format', 'markdown'])
  expect(exported.out).toContain('Answer 0.')
  expect((await command(home, ['run', '--conversation', short, 'Three'])).out).toBe('Answer 2.\n')
})
