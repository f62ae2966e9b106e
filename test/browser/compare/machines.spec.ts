import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { hasNatsServer, type NatsServer, startNatsServer } from '../../kit/nats/nats-server.ts'
import { startWorker, type WorkerProcess } from '../../kit/nats/worker-process.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { setRepeats, startRuns } from '../../kit/window/compare-steps.ts'
import { allowEverything, region, send } from '../../kit/window/first-minutes.ts'
import { messageBox, settings, untilEnded } from '../../kit/window/window-steps.ts'

const whyNot = hasNatsServer ? '' : ' (skipped: there is no nats-server here)'
const machinesPage = async (page: Page) => {
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Machines' }).click()
}
const leave = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)
}

test(`machines are seen at work, lost, and with what failed there${whyNot}`, async ({ page, home, openScripted }) => {
  test.skip(!hasNatsServer)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  const { model } = await openScripted(() => ({ kind: 'answer', text: 'Done.', ...(isHeld && { until: held }) }))
  const workers: WorkerProcess[] = []
  let nats: NatsServer | null = null
  try {
    await machinesPage(page)
    const address = settings(page).getByRole('textbox', { name: 'Server address' })
    const connect = settings(page).getByRole('button', { name: 'Test connection' })
    await address.fill('nats://127.0.0.1:9')
    await connect.click()
    await expect(settings(page).getByRole('alert')).toContainText(
      'The queue server nats://127.0.0.1:9 can’t be reached.',
    )
    nats = await startNatsServer()
    await address.fill(nats.url)
    await connect.click()
    await expect(settings(page).getByText('Connected to nats-server')).toBeVisible()
    await expect(settings(page)).toContainText('No machine works on this queue.')
    const key = /--accept (U[A-Z2-7]{55})/.exec(await settings(page).innerText())?.[1] ?? ''
    await leave(page)

    // Trials are on the queue before there is a machine, as may happen.
    await startTrials(page)
    await expect(page.getByText('4 in the queue')).toBeVisible()
    const start = () => {
      const worker = startWorker(home, nats?.url ?? '', ['--slots', '2', '--accept', key])
      workers.push(worker)
      return worker
    }
    const first = start()
    await expect(page.getByText(/4 of 4 trials · done/), first.said()).toBeVisible({ timeout: 90_000 })
    await machinesPage(page)
    // The saved server is looked at without a click.
    const rows = settings(page).getByRole('list', { name: 'Machines' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('4 trials done')
    await expect(rows).toContainText('0 of 2 busy')
    await expectNoAxeViolations(page)
    await leave(page)

    isHeld = true
    const before = model.requests.length
    await page.getByRole('button', { name: 'More repeats' }).click()
    await page.getByLabel('Repeats of every task').fill('1')
    await page.getByRole('button', { name: 'Start 2 more trials' }).click()
    await expect.poll(() => model.requests.length).toBe(before + 2)
    await machinesPage(page)
    await expect(rows).toContainText('2 of 2 busy', { timeout: 30_000 })
    await expect(settings(page).getByRole('list', { name: 'Queue' })).toContainText('0 waiting · 2 running · 4 done')
    first.kill()
    await expect(rows.getByText('Lost', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(rows).toContainText('Other machines take over what it had: 2 trials.')
    isHeld = false
    release()
    start()
    await expect(settings(page).getByRole('list', { name: 'Queue' })).toContainText('No trials are waiting.', {
      timeout: 90_000,
    })
    await expect(rows.nth(0).or(rows.nth(1)).filter({ hasText: '2 trials done' })).toBeVisible()
    await leave(page)
    await expect(page.getByText(/6 of 6 trials · done/)).toBeVisible()

    await page.getByRole('button', { name: 'Back to the conversation' }).click()
    await startTrials(page, 'exit 7')
    await machinesPage(page)
    const failed = settings(page).getByRole('listitem').filter({ hasText: '4 failures' })
    await expect(failed).toBeVisible({ timeout: 90_000 })
    await failed.getByText('Latest failures').click()
    await expect(failed).toContainText('exited with 7')
    await expectNoAxeViolations(page)
  } finally {
    release()
    for (const worker of workers) await worker.stop()
    await nats?.stop()
  }
})

/** Two lanes, each twice. */
async function startTrials(page: Page, setUpCommand = ''): Promise<void> {
  await messageBox(page).fill('Say that it is done.')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await setRepeats(page, 2)
  await page.getByText('More settings').click()
  await expect(page.getByText('on the machines of the queue')).toBeVisible()
  await page.getByLabel('Set-up command').fill(setUpCommand)
  await startRuns(page)
}

test(`ignored files that are not sent to machines are named on the page of the trials${whyNot}`, async ({
  page,
  project,
  openScripted,
}) => {
  test.skip(!hasNatsServer)
  writeFileSync(path.join(project, '.gitignore'), '.env\n')
  writeFileSync(path.join(project, '.env'), 'TOKEN=first\n')
  execFileSync('git', ['init', '-q'], { cwd: project })
  const edit = { tool: 'edit_file', arguments: { path: '.env', old_text: 'first', new_text: 'second' } }
  await openScripted(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { kind: 'answer', text: 'Done.' }
      : { kind: 'answer', calls: [edit] },
  )
  const nats = await startNatsServer()
  try {
    await machinesPage(page)
    await settings(page).getByRole('textbox', { name: 'Server address' }).fill(nats.url)
    await settings(page).getByRole('button', { name: 'Test connection' }).click()
    await expect(settings(page).getByText('Connected to nats-server')).toBeVisible()
    await leave(page)
    await allowEverything(page)
    await send(page, 'Edit it.')
    await untilEnded(page)
    await startTrials(page)
    await expect(region(page, 'Verdict')).toContainText(
      'Not sent to the machines: .env. It is an ignored file, which may hold secrets.',
    )
  } finally {
    await nats.stop()
  }
})
