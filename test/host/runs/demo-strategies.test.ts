import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDemoServer } from '../../../src-main/model/demo/server.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  resources,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { sampleOf } from '../../kit/project/sample.ts'

/** Whether the project's own tests pass, asked of node itself. */
function check(folder: string): boolean {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    execFileSync(process.execPath, ['--test'], { cwd: folder, stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

describe('the demo model', { timeout: 120_000 }, () => {
  const cases = [
    ['tdd', {}],
    ['red-green-refactor', {}],
    ['annealing', {}],
    ['best-of-n', { candidates: 2 }],
    ['plan-and-execute', {}],
    ['reflection', {}],
    ['two-stage', { maxCycles: 40 }],
    ['retry', { check: 'npm test' }, { name: 'react', options: {} }],
  ] as const
  it.each(sampleOf(cases, 3))(
    "finds and fixes the sample project's fault under %s",
    async (name, options, inner?: StrategyChoice) => {
      const folder = await temporaryFolder()
      await cp(path.join(resources, 'sample-project'), folder, { recursive: true })
      expect(check(folder)).toBe(false)
      const host = await openTestHost()
      // The same demo model, without the pace at which it streams to people.
      const demo = await startDemoServer({ pace: 0 })
      onTestFinished(() => demo.close())
      const { message } = await newTestConversation(host, folder, testProfile(demo.url))
      const run = await runToEnd(
        host,
        message('Fix the failing test', { strategy: { name, options, ...(inner ? { inner } : {}) } }),
      )
      expect(run.failure).toBeNull()
      expect(run.status).toBe('completed')
      expect(check(folder)).toBe(true)
      expect(run.changes?.files).toBe(1)
      // A new user's first runs warn of nothing.
      expect(eventsOf(host, run.id).filter(ofType('notice'))).not.toContainEqual(
        expect.objectContaining({ level: 'warning' }),
      )
    },
  )
})
