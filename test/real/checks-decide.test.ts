import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

/** Who decides whether work is done, through the real command line. */

const write = (content: string) => ({ tool: 'write_file', arguments: { path: 'sum.txt', content } })
const nowhere = { tool: 'list_directory', arguments: { path: 'nonexistent' } }
const check = `node -e "process.exit(require('fs').existsSync('sum.txt')?0:1)"`

async function runs(strategy: readonly string[], script: Parameters<typeof hostModelServer>[0]) {
  const project = await temporaryProject({ 'a.txt': '1' })
  const server = await hostModelServer(script)
  const endpoint = ['--base-url', server.url, '--model', 'scripted', '--approve', 'everything']
  const args = ['run', '--project', project.folder, ...endpoint, '--strategy', ...strategy, 'Make the sum 3.']
  const run = await command(await temporaryFolder(), args, { OPENAI_API_KEY: 'none' })
  return { run, server, sum: () => readFile(join(project.folder, 'sum.txt'), 'utf8') }
}

/** Answers in order. */
const inOrder =
  (...answers: ScriptedAnswer[]) =>
  (_: unknown, turn: number): ScriptedAnswer =>
    answers[turn] ?? { text: 'Nothing more.' }

test('an attempt whose last call failed but whose check passes is done, and its files stay', async () => {
  const settings = ['retry(tool-loop)', '--set', `retry.check=${check}`, '--set', 'restore=true']
  const { run, server, sum } = await runs(
    settings,
    inOrder({ calls: [write('3')] }, { calls: [nowhere] }, { text: 'The sum is 3.' }),
  )
  expect(run).toMatchObject({ code: 0, out: 'The sum is 3.\n' })
  expect(server.requests).toHaveLength(3)
  expect(await sum()).toBe('3')
})

test('no run with a check completes while it fails, whatever the model says', async () => {
  const settings = ['retry(tool-loop)', '--set', `retry.check=${check}`, '--set', 'maxRetries=1']
  const { run, server } = await runs(
    settings,
    inOrder(
      { calls: [nowhere] },
      { text: 'All good.' },
      { calls: [nowhere] },
      { text: 'All good, the tests pass now.' },
    ),
  )
  expect(run.code).toBe(1)
  expect(run.error).toContain('After 2 attempts')
  expect(server.requests).toHaveLength(4)
})

const reviewing = (review: string) =>
  inOrder({ calls: [write('3')] }, { text: 'Done.' }, { text: review }, { text: 'Done again.' }, { text: 'APPROVED' })

test.each(['APPROVED', 'Good overall.\n\n**APPROVED**', 'Verdict: approved'])(
  'a critic that answers %j has approved',
  async (review) => {
    const { run, server } = await runs(['reflection'], reviewing(review))
    expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
    expect(server.requests).toHaveLength(3)
  },
)

test('a critic’s prose is a critique, and the revision follows it', async () => {
  const { run, server } = await runs(['reflection'], reviewing('I would not say APPROVED: the file has no line end.'))
  expect(run).toMatchObject({ code: 0, out: 'Done again.\n' })
  expect(server.sent[3]).toContain('the file has no line end')
})

test('finished work is not lost with its critic', async () => {
  const { run, sum } = await runs(['reflection'], (request, turn) =>
    turn < 2 ? inOrder({ calls: [write('3')] }, { text: 'Done.' })(request, turn) : { status: 401, body: '{}' },
  )
  expect(run).toMatchObject({ code: 0, out: 'Done.\n' })
  expect(await sum()).toBe('3')
})

test('a last answer that asks for another action is no answer', async () => {
  const act = { text: 'Thought: again\nAction: read_file\nAction Input: {"path": "sum.txt"}' }
  const { run } = await runs(['react', '--set', 'maxCycles=1'], () => act)
  expect(run.code).toBe(1)
  expect(run.error).toContain('gave no final answer')
})
