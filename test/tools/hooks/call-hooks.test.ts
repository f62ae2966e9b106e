import { expect, test } from 'vitest'
import type { CallContext } from '../../../src-main/tools/call-context.ts'
import { type HookAsk, hook, type StartedHook } from '../../../src-shared/hooks/hook.ts'
import { toolBench } from '../tool-kit.ts'

const hooked = (about: Partial<StartedHook>): StartedHook => ({
  ...hook.parse({ event: 'before-tool', command: 'true', ...about }),
  source: 'user',
})

test('a hook refuses a call before the user is asked, and the model gets its reason', async () => {
  const hooks = [hooked({ tool: 'shell', pattern: '*deploy*', command: 'echo Ask the team first; exit 2' })]
  const { run, approvals, story } = await toolBench({}, { approval: 'ask', hooks })
  const refused = await run('shell', { command: 'deploy now' })
  expect(refused.result).toMatchObject({ ok: false, summary: 'refused by a hook', data: { notAllowed: true } })
  expect(refused.result.text).toContain('Ask the team first')
  expect([approvals, story]).toEqual([[], []])
  expect((await run('shell', { command: 'echo other' })).result.ok).toBe(true)
  expect(approvals).toHaveLength(1)
})

test('a hook gets the call on its input and in its environment, and gives no permission', async () => {
  const command = 'cat > seen.json; echo "$STRATAGEM_HOOK $STRATAGEM_TOOL $STRATAGEM_FILE" > seen.txt'
  const { run, approvals, project } = await toolBench(
    { 'a.txt': 'old' },
    { approval: 'ask', hooks: [hooked({ command })] },
  )
  await run('write_file', { path: 'new.txt', content: 'new' })
  expect(approvals).toHaveLength(1)
  expect(await project.read('seen.txt')).toBe('before-tool write_file new.txt\n')
  const input: unknown = JSON.parse(await project.read('seen.json'))
  expect(input).toMatchObject({ event: 'before-tool', tool: 'write_file', arguments: { path: 'new.txt' } })
})

test('a rule or a mode that refuses comes before hooks', async () => {
  const hooks = [hooked({ command: 'touch ran' })]
  const rules = () => [{ tool: 'shell', pattern: 'rm *', decision: 'deny' as const }]
  const { run, project } = await toolBench({}, { rules, hooks })
  expect((await run('shell', { command: 'rm -rf x' })).result.summary).toBe('refused')
  await expect(project.read('ran')).rejects.toThrow()
})

test('what a hook after an edit prints and changes goes to the model, which need not read the file again', async () => {
  const hooks = [
    hooked({ event: 'after-edit', pattern: '*.txt', command: 'echo more >> "$STRATAGEM_FILE"; echo 1 fault; exit 1' }),
  ]
  const asks: HookAsk[] = []
  const { run, project } = await toolBench({ 'a b.txt': 'old\n' }, { hooks })
  const recorded: CallContext['hook'] = (ask, perform) => {
    asks.push(ask)
    return perform()
  }
  const { result } = await run('edit_file', { path: 'a b.txt', old_text: 'old', new_text: 'new' }, { hook: recorded })
  expect(result).toMatchObject({ ok: true, summary: '+1 −1' })
  for (const part of ['exit code 1]', '1 fault', '+more']) expect(result.text).toContain(part)
  expect(asks).toEqual([expect.objectContaining({ event: 'after-edit', tool: 'edit_file', subject: 'a b.txt' })])
  const again = await run('write_file', { path: 'a b.txt', content: 'whole\n' })
  expect(again.result.ok).toBe(true)
  expect(await project.read('a b.txt')).toBe('whole\nmore\n')
})

test('a hook that can not be started lets no call past it; one after an edit holds nothing up', async () => {
  const broken = { confinement: () => Promise.reject(new Error('bubblewrap is gone')) }
  const guarded = await toolBench({ 'a.txt': 'old' }, { hooks: [hooked({ command: 'true' })], ...broken })
  const refused = await guarded.run('read_file', { path: 'a.txt' })
  expect(refused.result).toMatchObject({ ok: false, summary: 'refused by a hook' })
  expect(refused.result.text).toContain('bubblewrap is gone')
  const after = await toolBench({}, { hooks: [hooked({ event: 'after-edit', command: 'true' })], ...broken })
  expect((await after.run('write_file', { path: 'b.txt', content: 'new' })).result.ok).toBe(true)
})

test('Stop ends a hook that hangs, and the call with it', async () => {
  const stop = new AbortController()
  const hooks = [hooked({ command: 'touch started; sleep 60' })]
  const { run, project } = await toolBench({ 'a.txt': 'text' }, { hooks })
  const running = run('read_file', { path: 'a.txt' }, { signal: stop.signal })
  await expect.poll(() => project.read('started').catch(() => null)).toBe('')
  stop.abort()
  expect((await running).result.summary).toBe('stopped')
})

/** What a command changed, as the host would find it out. */
const changing = (...paths: readonly string[]) => ({ changedFiles: async () => async () => paths })

test('a hook after an edit also runs for what a command changed, and not for what it removed', async () => {
  const hooks = [
    hooked({ event: 'after-edit', pattern: '*.txt', command: 'echo more >> "$STRATAGEM_FILE"; echo seen' }),
  ]
  const asks: HookAsk[] = []
  const hook: CallContext['hook'] = (ask, perform) => {
    asks.push(ask)
    return perform()
  }
  const { run, project } = await toolBench(
    { 'a b.txt': 'old\n', 'c.md': '' },
    { hooks, ...changing('a b.txt', 'c.md', 'gone.txt') },
  )
  const { result } = await run('shell', { command: 'echo new > "a b.txt"; exit 3' }, { hook })
  expect(result).toMatchObject({ ok: false, data: { exitCode: 3 } })
  expect(result.text).toContain('hook after the edit of a b.txt')
  expect(result.text).toContain('+more')
  expect(asks).toEqual([
    expect.objectContaining({ event: 'after-edit', tool: 'shell', subject: 'a b.txt', source: 'user' }),
  ])
  // The model never read this file, so what a hook did to it does not count as reading it.
  expect((await run('write_file', { path: 'a b.txt', content: 'x' })).result.ok).toBe(false)
  expect(await project.read('a b.txt')).toBe('new\nmore\n')
})

test('hooks run for twenty files of a command at most, and say how many they left out', async () => {
  const files = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`${at}.txt`, '']))
  const hooks = [hooked({ event: 'after-edit', command: 'echo x >> ../ran' })]
  const { run } = await toolBench(files, { hooks, ...changing(...Object.keys(files)) })
  let ran = 0
  const hook: CallContext['hook'] = async () => {
    ran += 1
    return { ended: 'exited', exitCode: 0, decision: 'continue', output: '' }
  }
  const { result } = await run('shell', { command: 'true' }, { hook })
  expect(ran).toBe(20)
  expect(result.text).toContain('did not run for 3 files')
})

test('nothing is remembered before a command unless a hook after an edit needs it', async () => {
  let asked = 0
  const changedFiles = async () => {
    asked += 1
    return async () => []
  }
  const { run } = await toolBench({}, { hooks: [hooked({})], changedFiles })
  await run('shell', { command: 'true' })
  expect(asked).toBe(0)
})

test('a command whose edits can not be found out says so, and is not lost', async () => {
  const hooks = [hooked({ event: 'after-edit', command: 'true' })]
  const { run } = await toolBench({}, { hooks, changedFiles: () => Promise.reject(new Error('no git')) })
  const { result } = await run('shell', { command: 'echo done' })
  expect(result).toMatchObject({ ok: true })
  expect(result.text).toContain('done')
  expect(result.text).toContain('did not run')
})
