import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readCompare } from '../../../src-main/shell-command/arguments/read-compare.ts'
import { UsageError } from '../../../src-main/shell-command/arguments/usage.ts'
import { readTasksCommand } from '../../../src-main/shell-command/commands/tasks-command.ts'
import { isFirst } from '../../kit/fake-host/lane-scripts.ts'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

test('the example of the docs is imported, proved, shown, compared on and removed', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/tasks.md'), 'utf8')
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const [home, folder] = [await temporaryFolder(), await temporaryFolder()]
  const project = ['--project', (await temporaryProject({ 'a.txt': 'one\n' })).folder]
  const vacuous = { name: 'Vacuous', message: 'Nothing.', check: 'node -e 0' }
  writeFileSync(join(folder, 'pads.jsonl'), `${example}${JSON.stringify(vacuous)}\nnot json\n`)
  const agent = (...args: string[]) => command(home, args, { INIT_CWD: folder })

  const imported = await agent('tasks', 'import', 'pads.jsonl', ...project)
  expect(imported).toMatchObject({ code: 1, out: 'Imported 2 tasks into the set pads.\n' })
  expect(imported.error).toMatch(/Not imported: 1 task\.\s+Line 3: It is not JSON, or far too much of it\./)

  const proved = await agent('tasks', 'prove', '--set', 'pads', ...project)
  expect(proved.code).toBe(1)
  expect(proved.out.split('\n')).toEqual([
    'sound\tLeft pad\tThe check passes with the solution and fails without it.',
    expect.stringMatching(/^NOT SOUND\tVacuous\tThe check passes although nothing was done/),
    '',
  ])
  expect(proved.error).toContain('1 of 2 tasks can’t be used in comparisons.')

  const listed = await agent('tasks', ...project)
  expect(listed.out).toMatch(/pads +Left pad +sound +strings\n.*pads +Vacuous +not sound/)
  const shown = await agent('tasks', 'show', 'Left pad', ...project)
  expect(shown.out).toContain('hidden from the agent: tests/pad.cjs')
  expect(shown.out).not.toContain('padStart')

  const pad = {
    tool: 'write_file',
    arguments: { path: 'pad.js', content: 'module.exports = (t, n, f) => t.padStart(n, f)' },
  }
  const server = await hostModelServer((request) => (isFirst(request) ? { calls: [pad] } : { text: 'Done.' }))
  const lanes = ['--lane', 'A=tool-loop', '--lane', 'B=tool-loop', '--approve', 'everything']
  const model = ['--base-url', server.url, '--model', 'm']
  const compared = await agent('compare', '--task-set', 'pads', '--tag', 'strings', ...lanes, ...model, ...project)
  expect(compared.code).toBe(0)
  expect(compared.out).toMatch(/success +1 of 1 +1 of 1/)

  expect((await agent('tasks', 'remove', '--set', 'pads', ...project)).out).toContain('Removed 2 tasks.')
})

test('a task is made of an earlier run, with a check', async () => {
  const home = await temporaryFolder()
  const project = ['--project', (await temporaryProject({ 'a.txt': 'one\n' })).folder]
  const agent = (...args: string[]) => command(home, args)
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  await agent('run', '--base-url', server.url, '--model', 'm', '--approve', 'everything', ...project, 'Say done.')
  const [run = ''] = (await agent('list', ...project)).out.split('\t')
  const saved = await agent('tasks', 'save', run, '--name', 'Mine', '--check', 'node -e 0', ...project)
  expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/^task_\S+ Mine\n$/) })
  const shown = await agent('tasks', 'show', 'Mine', ...project)
  expect(shown.out).toMatch(/starts with: snapshot [0-9a-f]+\ncheck: node -e 0\n\nSay done\./)
  const unchecked = await agent('tasks', 'save', run, ...project)
  expect(unchecked.error).toContain('It has no check')
  expect((await agent('tasks', ...project)).out).toMatch(/Say done\. +no check/)
})

test.each([
  [['import'], /FILE/],
  [['save'], /RUN/],
  [['images', 'x'], /Unexpected argument: x/],
  [['list', '--remove'], /for images/],
  [['prove', '--check', 'x'], /for save/],
  [['prove', '--test-command', 'x'], /are for import/],
  [['remove'], /Name the tasks/],
  [['fly'], /Use list, import/],
])('agent tasks %j is refused', (args, why) => {
  expect(() => readTasksCommand([...args], '/')).toThrow(why)
})

test.each([
  [['--tag', 'x', 'Do.'], /--tag requires/],
  [['--task-set', 'x', '--tasks', 'y'], /not both/],
  [['--task-set', 'x', 'Do.'], /bring the messages/],
])('agent compare %j is refused', (args, why) => {
  const lanes = ['--lane', 'A=chat', '--lane', 'B=chat']
  expect(() => readCompare([...lanes, ...args], '/')).toThrow(why)
  expect(() => readCompare([...lanes, ...args], '/')).toThrow(UsageError)
})
