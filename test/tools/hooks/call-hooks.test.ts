import { expect, test } from 'vitest'
import type { CallContext } from '../../../src-main/tools/call-context.ts'
import { type HookAsk, hook, type StartedHook } from '../../../src-shared/hooks/hook.ts'
import { toolBench } from '../tool-kit.ts'

const hooked = (about: Partial<StartedHook>): StartedHook => ({
  ...hook.parse({ event: 'before-tool', command: 'true', ...about }),
  source: 'user',
})

test('a hook refuses a call before the user is approvals, and the model gets its reason', async () => {
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

test('Stop ends a hook that hangs, and the call with it', async () => {
  const stop = new AbortController()
  const hooks = [hooked({ command: 'touch started; sleep 60' })]
  const { run, project } = await toolBench({ 'a.txt': 'text' }, { hooks })
  const running = run('read_file', { path: 'a.txt' }, { signal: stop.signal })
  await expect.poll(() => project.read('started').catch(() => null)).toBe('')
  stop.abort()
  expect((await running).result.summary).toBe('stopped')
})
