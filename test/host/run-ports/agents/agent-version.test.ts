import { expect, test } from 'vitest'
import { versionIn } from '../../../../src-main/host/run-ports/agents/agent-version.ts'

test.each([
  ['1.18.33\n', '1.18.33'],
  ['opencode v0.4.0-beta.1', '0.4.0-beta.1'],
  ['codex-cli 0.137.0 (linux)', '0.137.0'],
  ['Unknown option --version', null],
  ['usage: x [-h]', null],
])('the version in %j is %j', (printed, version) => {
  expect(versionIn(printed)).toBe(version)
})
