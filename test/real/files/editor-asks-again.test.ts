import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startAgent } from '../../kit/editor/agent-process.ts'
import { openEditor } from '../../kit/editor/editor.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { gitProject } from '../kit/git-project.ts'

/** An editor over real standard input and output, on a real repository; the model appends each message to a file. */
async function editing() {
  const files = await gitProject({ 'log.txt': 'start\n', 'mine.txt': 'mine\n' })
  const server = await hostModelServer(({ messages }) => {
    const last = messages.findLastIndex((each) => each.role === 'user')
    if (messages.slice(last).some((each) => each.role === 'tool')) return { text: 'Done.' }
    const line = String(messages[last]?.content).split('\n', 1)[0]
    return { calls: [{ tool: 'shell', arguments: { command: `echo '${line}' >> log.txt` } }] }
  })
  const model = ['--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const agent = startAgent(await temporaryFolder(), ['acp', ...model])
  const editor = await openEditor(agent.stream())
  const { sessionId } = await editor.agent.request('session/new', { cwd: files.folder, mcpServers: [] })
  const log = () => readFileSync(files.at('log.txt'), 'utf8')
  return { files, editor, sessionId, log }
}

test('an editor asks again from the files of before; what others changed is asked about, and nobody is guessed for', {
  timeout: 180_000,
}, async () => {
  const { files, editor, sessionId, log } = await editing()
  await editor.prompt(sessionId, 'one')
  expect(log()).toBe('start\none\n')
  await editor.prompt(sessionId, '/again two')
  expect(log()).toBe('start\ntwo\n')
  expect(editor.text()).toContain('1 file restored to what this message starts from. To undo this: `agent files run_')
  expect(editor.asked).toHaveLength(0)
  writeFileSync(files.at('mine.txt'), 'by hand\n')
  await expect(editor.prompt(sessionId, '/again three')).rejects.toThrow('was not decided which files')
  expect([log(), readFileSync(files.at('mine.txt'), 'utf8')]).toEqual(['start\ntwo\n', 'by hand\n'])
  expect(JSON.stringify(editor.asked[0])).toContain('mine.txt')
  editor.answers(() => 'keep')
  await editor.prompt(sessionId, '/again three')
  expect(log()).toBe('start\ntwo\nthree\n')
  editor.answers(() => 'restore')
  writeFileSync(files.at('mine.txt'), 'by hand again\n')
  await editor.prompt(sessionId, '/again')
  expect(log()).toBe('start\ntwo\nthree\n')
})

test('a forked session continues with the files that its own branch left', { timeout: 180_000 }, async () => {
  const { files, editor, sessionId, log } = await editing()
  await editor.prompt(sessionId, 'one')
  const where = { cwd: files.folder, mcpServers: [] }
  const forked = await editor.agent.request<{ sessionId: string }>('session/fork', { sessionId, ...where })
  await editor.prompt(sessionId, 'two')
  expect(log()).toBe('start\none\ntwo\n')
  await editor.prompt(forked.sessionId, 'three')
  expect(log()).toBe('start\none\nthree\n')
  await editor.prompt(sessionId, 'four')
  expect(log()).toBe('start\none\ntwo\nfour\n')
})
