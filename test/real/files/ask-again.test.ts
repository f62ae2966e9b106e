import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { gitProject } from '../kit/git-project.ts'
import { agentInTerminal, keys } from '../kit/terminal.ts'

/** A real repository, a model that appends its message to a file, and the command line as a child process. */
async function appendingWorld() {
  const home = await temporaryFolder()
  const files = await gitProject({ 'log.txt': 'start\n', 'mine.txt': 'mine\n' })
  const server = await hostModelServer(({ messages }) => {
    const last = messages.findLastIndex((each) => each.role === 'user')
    if (messages.slice(last).some((each) => each.role === 'tool')) return { text: 'Done.' }
    const line = String(messages[last]?.content).split('\n', 1)[0]
    return { calls: [{ tool: 'shell', arguments: { command: `echo '${line}' >> log.txt && cat log.txt` } }] }
  })
  const where = ['--base-url', server.url, '--model', 'm', '--approve', 'everything', '--project', files.folder]
  const run = async (...args: string[]) => {
    const end = await command(home, ['run', ...where, ...args])
    const [id = ''] = (await command(home, ['list', '--project', files.folder])).out.split('\t')
    return { ...end, id }
  }
  const log = () => readFileSync(join(files.folder, 'log.txt'), 'utf8')
  return { home, files, where, run, log }
}

test('asking again starts from the files as they were before the message, says so, and can be undone later', {
  timeout: 180_000,
}, async () => {
  const { home, run, log } = await appendingWorld()
  const first = await run('one')
  expect(log()).toBe('start\none\n')
  const again = await run('--again', first.id)
  expect(again.code).toBe(0)
  expect(log()).toBe('start\none\n')
  expect(again.error).toContain('The files are as before that message: 1 file changed back.')
  const other = await run('--again', first.id, 'two')
  expect(log()).toBe('start\ntwo\n')
  const [, undo = ''] = /agent files \S+ --undo (\w+)/.exec(other.error) ?? []
  expect((await command(home, ['files', other.id, '--undo', undo])).code).toBe(0)
  expect(log()).toBe('start\none\n')
  expect((await run('--again', first.id, '--files', 'keep', 'three')).error).toContain(
    'The run starts from the current files: 1 file differs from before that message.',
  )
  expect(log()).toBe('start\none\nthree\n')
})

test('where somebody else changed files since, nobody’s work is touched: the run works in a copy, and says so', {
  timeout: 180_000,
}, async () => {
  const { files, run, log } = await appendingWorld()
  const first = await run('one')
  writeFileSync(files.at('mine.txt'), 'edited by hand\n')
  const again = await run('--again', first.id, 'two')
  expect(again.code).toBe(0)
  expect(again.error).toContain('mine.txt')
  const [, copy = ''] = /works in the copy (\S+) \(work_/.exec(again.error) ?? []
  expect([log(), readFileSync(files.at('mine.txt'), 'utf8')]).toEqual(['start\none\n', 'edited by hand\n'])
  expect(readFileSync(join(copy, 'log.txt'), 'utf8')).toBe('start\ntwo\n')
  expect(readFileSync(join(copy, 'mine.txt'), 'utf8')).toBe('mine\n')
  const restored = await run('--again', first.id, '--files', 'restore', 'three')
  expect(log()).toBe('start\nthree\n')
  expect(readFileSync(files.at('mine.txt'), 'utf8')).toBe('mine\n')
  expect(restored.error).toMatch(/To undo this: agent files \S+ --undo/)
})

test('git checkout and runs of other conversations count as other hands', { timeout: 180_000 }, async () => {
  const { files, run, log } = await appendingWorld()
  const first = await run('one')
  await run('elsewhere')
  expect((await run('--again', first.id, 'two')).error).toContain('log.txt')
  expect(log()).toBe('start\none\nelsewhere\n')
  execFileSync('git', ['checkout', '-q', 'log.txt'], { cwd: files.folder })
  execFileSync('git', ['checkout', '-q', '-b', 'mine'], { cwd: files.folder })
  writeFileSync(files.at('log.txt'), 'of the branch\n')
  expect((await run('--again', first.id, 'three')).error).toContain('works in the copy')
  expect(log()).toBe('of the branch\n')
})

test('continuing a branch starts from the files that it left, but not over what people did since', {
  timeout: 180_000,
}, async () => {
  const { home, files, run, log } = await appendingWorld()
  const first = await run('one')
  const other = await run('--again', first.id, 'two')
  const back = await run('--conversation', first.id, 'three')
  expect(back.error).toContain('The files are as after the run before: 1 file changed back.')
  expect(log()).toBe('start\none\nthree\n')
  writeFileSync(files.at('mine.txt'), 'edited by hand\n')
  const next = await run('--continue', 'four')
  expect(next.error).not.toMatch(/copy|changed back/)
  expect([log(), readFileSync(files.at('mine.txt'), 'utf8')]).toEqual(['start\none\nthree\nfour\n', 'edited by hand\n'])
  // An undo through the app is what the user wants to continue with.
  await command(home, ['files', next.id, '--before', '--restore', '--overwrite'])
  expect(log()).toBe('start\none\nthree\n')
  await run('--continue', 'five')
  expect(log()).toBe('start\none\nthree\nfive\n')
  expect(other.code).toBe(0)
})

test('a choice about files without a conversation, and a run that is not there, are refused in words', {
  timeout: 180_000,
}, async () => {
  const { run } = await appendingWorld()
  expect(await run('--files', 'keep', 'x')).toMatchObject({
    code: 2,
    error: expect.stringContaining('--files requires --again, --continue or --conversation.'),
  })
  expect((await run('--again', 'run_none')).code).toBe(1)
})

test('in a terminal the person is asked: stop starts nothing, keep and restore do as they say', {
  timeout: 240_000,
}, async () => {
  const { home, files, where, run, log } = await appendingWorld()
  const first = await run('one')
  writeFileSync(files.at('mine.txt'), 'edited by hand\n')
  const asked = async (...answers: readonly string[]) => {
    const terminal = agentInTerminal(home, ['run', ...where, '--again', first.id, 'two'], { columns: 120 })
    for (const answer of answers) {
      await terminal.sees(/\[s\]top\?\s*$/)
      terminal.type(`${answer}${keys.enter}`)
    }
    const { code } = await terminal.ended
    expect(terminal.screen()).toContain('mine.txt')
    return code
  }
  expect(await asked('stop')).toBe(1)
  expect(log()).toBe('start\none\n')
  expect(await asked('k')).toBe(0)
  expect(log()).toBe('start\none\ntwo\n')
  expect(await asked('restore')).toBe(0)
  expect([log(), readFileSync(files.at('mine.txt'), 'utf8')]).toEqual(['start\ntwo\n', 'mine\n'])
})
