import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000 })

const object = z.record(z.string(), z.unknown())
const parsed = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => object.parse(JSON.parse(line)))

test('what lists and shows prints lines of JSON for programs, too', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'a\n' })
  const server = await hostModelServer(() => ({ text: 'A rare answer.' }))
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm', '--strategy', 'chat']
  const run = /run_\w+/.exec((await command(home, ['run', ...where, 'A rare question'])).error)?.[0]
  await files.write('a.txt', 'b\n')
  const json = async (...args: string[]) => {
    const { code, out, error } = await command(home, [...args, '--json'])
    expect({ args, code, error }).toEqual({ args, code: 0, error: '' })
    return parsed(out)
  }
  const [shown, steps, hits, tree, report, differences] = await Promise.all([
    json('show', '1'),
    json('inspect', '1'),
    json('search', 'rare'),
    json('branches', '1'),
    json('replay', '1'),
    json('files', '1'),
  ])
  expect(shown).toMatchObject([{ id: run, status: 'completed', goal: 'A rare question', text: 'A rare answer.' }])
  expect(steps[0]).toMatchObject({ path: '0', title: expect.stringMatching(/^model /) })
  expect(hits.map(({ runId }) => runId)).toContain(run)
  expect(tree).toMatchObject([{ turns: [{ message: 'A rare question', runs: [{ id: run }] }] }])
  expect(report).toMatchObject([{ divergence: null, reached: 'outcome' }])
  expect(differences).toMatchObject([{ changes: { files: [{ path: 'a.txt', kind: 'changed' }] } }])
  const wrong = await command(home, ['tasks', 'prove', '--json'])
  expect(wrong).toMatchObject({ code: 2, error: expect.stringMatching(/^--json is for the lists of tasks/) })
})
