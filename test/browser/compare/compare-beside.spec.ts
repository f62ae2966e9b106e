import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { lane, setUpLanes, startRuns } from '../../kit/window/compare-steps.ts'
import { allowEverything } from '../../kit/window/first-minutes.ts'

const script =
  "const fs = require('fs'); fs.rmSync('.env'); fs.writeFileSync('new.log', 'x'); fs.writeFileSync('a.txt', 'b')"

test('what a lane did to files that no snapshot holds is one line, which opens', async ({
  page,
  project,
  openScripted,
}) => {
  writeFileSync(path.join(project, '.gitignore'), '.env\n*.log\n')
  writeFileSync(path.join(project, '.env'), 'A=1\n')
  execFileSync('git', ['init', '-q'], { cwd: project })
  const command = `${JSON.stringify(process.execPath)} -e "${script}"`
  await openScripted(({ messages, tools = [] }) =>
    tools.length === 0 || messages.some(({ role }) => role === 'tool')
      ? { kind: 'answer', text: 'Done.' }
      : { kind: 'answer', calls: [{ tool: 'shell', arguments: { command } }] },
  )
  await setUpLanes(page)
  await lane(page, 'B').getByRole('combobox', { name: 'Strategy', exact: true }).click()
  await page.getByRole('option', { name: /^Chat/ }).click()
  await allowEverything(page)
  await startRuns(page)
  const line = page.getByText('2 changes of lane A are in no snapshot')
  await expect(line).toBeVisible({ timeout: 60_000 })
  const list = page.getByRole('definition')
  await expect(list.first()).toBeHidden()
  await line.click()
  await expect(list).toHaveText(['.env removed', 'new.log added'])
  await expect(page.getByText('Applying a lane’s result leaves them out.')).toBeVisible()
  await expectNoAxeViolations(page)
})
