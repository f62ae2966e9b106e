import { expect, test } from 'vitest'
import { hookDecision, hookOutputLimit } from '../../../src-main/tools/hooks/hook-decision.ts'

const exited = (exitCode: number | null, output: string) => ({ how: 'exited', exitCode, signal: null, output }) as const
const decided = (...end: Parameters<typeof exited>) => hookDecision({ onFailure: 'continue' }, exited(...end))

test.each([
  [0, 'fine', 'continue', 'fine'],
  [2, 'Not there.\n', 'refuse', 'Not there.'],
  [1, 'broke', 'continue', 'broke'],
  [0, '{"decision":"block","reason":"Ask first."}', 'refuse', 'Ask first.'],
  [0, '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"No."}}', 'refuse', 'No.'],
  [0, '{"hookSpecificOutput":{"permissionDecision":"allow"}}', 'continue', expect.anything()],
  [0, '{"decision":', 'continue', '{"decision":'],
] as const)('exit code %s with %j decides: %s', (code, printed, decision, output) => {
  expect(decided(code, printed)).toMatchObject({ decision, output })
})

test('a hook that fails or takes too long refuses only if it says so', () => {
  const late = { how: 'time-limit', exitCode: null, signal: 'SIGTERM', output: '' } as const
  expect(hookDecision({ onFailure: 'continue' }, late)).toMatchObject({ ended: 'time-limit', decision: 'continue' })
  expect(hookDecision({ onFailure: 'refuse' }, late).decision).toBe('refuse')
  expect(hookDecision({ onFailure: 'refuse' }, exited(1, '')).decision).toBe('refuse')
  expect(hookDecision({ onFailure: 'refuse' }, { ...late, how: 'stopped' }).decision).toBe('continue')
})

test('what floods is shortened, and without escapes', () => {
  const { output } = decided(0, `\u001b[31m${'x'.repeat(100_000)}`)
  expect(output.length).toBeLessThan(hookOutputLimit + 200)
  expect(output).not.toContain('\u001b')
})
