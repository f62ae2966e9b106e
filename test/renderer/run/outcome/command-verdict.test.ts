import { expect, test } from 'vitest'
import { outcomeOf } from '../../../../src-renderer/parts/timeline/model/gist.ts'
import { actionsOf } from '../../../../src-renderer/run/lane-actions.ts'
import { lastCheck } from '../../../../src-renderer/run/outcome/last-check.ts'
import { phaseOutcome } from '../../../../src-renderer/run/outcome/phase-outcome.ts'
import { phaseEnd, phaseStart, toolEnd, toolStart, viewOf } from '../../../kit/run/events.ts'

const red = 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n'
const green = 'TAP version 13\nok 1 - a\n1..1\n# tests 1\n# pass 1\n# fail 0\n'

/** All that the window says of a run whose phase ran these commands. */
function saidOf(...commands: readonly (readonly [command: string, exitCode: number, output: string])[]) {
  const calls = commands.flatMap(([command, exitCode, output], at) => [
    toolStart(`0.${at}`, 'shell', { command }, 'command'),
    toolEnd(`0.${at}`, { kind: 'command', command, output, exitCode }, exitCode === 0),
  ])
  const view = viewOf([phaseStart('0', 'execute'), ...calls, phaseEnd('0')])
  const last = view.spans.findLast((span) => span.kind === 'tool')
  return {
    pill: lastCheck(view)?.passed ?? null,
    phase: phaseOutcome(view, '0').result?.text ?? null,
    timeline: last === undefined ? null : (outcomeOf(last, view)?.text ?? null),
    action: actionsOf(view).at(-1)?.text,
  }
}

test('a pipeline whose last command succeeds is no green for the tests before it', () => {
  const command = 'npm test 2>&1 | tail -3'
  expect(saidOf([command, 0, '# fail 1\n# skipped 0\n'])).toEqual({
    pill: null,
    phase: null,
    timeline: null,
    action: `ran ${command}`,
  })
  expect(saidOf([command, 0, red])).toEqual({
    pill: false,
    phase: 'failed',
    timeline: '✕ 1 of 2',
    action: `ran ${command}: 1 of 2 tests fails`,
  })
})

test('a file that is called test, and an old report that is printed, are no tests', () => {
  const command = 'cat test/report.txt | head -20'
  expect(saidOf([command, 0, green])).toEqual({ pill: null, phase: null, timeline: '✓', action: `ran ${command}` })
})

test('tests whose exit code is their own are green or red', () => {
  expect(saidOf(['cd a && npm test', 0, green])).toEqual({
    pill: true,
    phase: 'passed',
    timeline: '✓ 1 pass',
    action: 'ran cd a && npm test: 1 of 1 test passes',
  })
  expect(saidOf(['timeout 60 npm test', 1, ''])).toMatchObject({ pill: false, phase: 'failed', timeline: '✕ exit 1' })
})

test('a later check that says nothing takes an earlier result back', () => {
  expect(saidOf(['npm test', 0, green], ['ls', 0, ''])).toMatchObject({ pill: true, phase: 'passed' })
  expect(saidOf(['npm test', 0, green], ['npm test | tail -1', 0, ''])).toMatchObject({ pill: null, phase: null })
})

test('another agent that reports no exit code has none, whatever it calls the end', () => {
  const body = { kind: 'command', command: 'npm test', output: '', exitCode: 0 } as const
  const value = {
    callId: '0',
    tool: 'execute',
    ok: true,
    text: '',
    summary: '',
    durationMs: 1,
    data: { exitCode: null },
  }
  const end = toolEnd('0', body)
  if (end.type !== 'tool-end') throw new Error('no end')
  const view = viewOf([
    toolStart('0', 'execute', { command: 'npm test' }, 'command'),
    { ...end, outcome: { ok: true, value } },
  ])
  expect(lastCheck(view)).toBeNull()
})
