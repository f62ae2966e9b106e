import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { startAppServer } from '../../kit/window/app-server.ts'
import {
  allowAll,
  chooseStrategy,
  expectRepaired,
  openSampleProject,
  region,
  request,
  send,
} from '../../kit/window/first-minutes.ts'

let home: string
test.beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'stratagem-browser-'))
})
test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

test('the sample project is repaired under plan-revise-execute, and all of it is there after a restart', async ({
  browser,
}) => {
  const first = await startAppServer(home)
  try {
    const page = await browser.newPage()
    await page.goto(first.url)
    await openSampleProject(page)
    await chooseStrategy(page, /Plan, revise, execute/)
    await send(page, request)
    const questions = await allowAll(page)
    expect(questions.some((text) => text.includes('npm test'))).toBe(true)
    expect(questions.some((text) => text.includes('before >= discountFrom'))).toBe(true)
    await expectRepaired(page)
    await page.close()
  } finally {
    await first.stop()
  }
  const second = await startAppServer(home)
  try {
    const page = await browser.newPage()
    await page.goto(second.url)
    await page
      .getByRole('button', { name: /sample-project/ })
      .first()
      .click()
    await region(page, 'Conversations').getByText(request).first().click()
    await expectRepaired(page)
    await page.close()
  } finally {
    await second.stop()
  }
})

test('a second start on the same data folder says where the first is', async () => {
  const first = await startAppServer(home)
  try {
    await expect(startAppServer(home)).rejects.toThrow(/already running at/)
  } finally {
    await first.stop()
  }
})
