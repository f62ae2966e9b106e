import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { openDesktopApp } from '../kit/window/desktop-app.ts'
import {
  allowAll,
  chooseStrategy,
  expectRepaired,
  openSampleProject,
  request,
  send,
} from '../kit/window/first-minutes.ts'

let home: string
test.beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'stratagem-desktop-'))
})
test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

test('the sample project is repaired under plan-revise-execute, and all of it is there after a restart', async () => {
  const first = await openDesktopApp(home)
  await openSampleProject(first.page)
  await chooseStrategy(first.page, /Plan, revise, execute/)
  await send(first.page, request)
  const questions = await allowAll(first.page)
  expect(questions.some((text) => text.includes('npm test'))).toBe(true)
  expect(questions.some((text) => text.includes('before >= discountFrom'))).toBe(true)
  await expectRepaired(first.page)
  await first.quit()

  const second = await openDesktopApp(home)
  // It comes back to where one was.
  await expectRepaired(second.page)
  await second.quit()
})
