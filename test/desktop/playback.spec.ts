import { expect } from '@playwright/test'
import { test } from '../kit/window/desktop-test.ts'
import { allowAll, chooseStrategy, openSampleProject, region, request, send } from '../kit/window/first-minutes.ts'
import { chat, ending, timeline } from '../kit/window/window-steps.ts'

test('a repair is played back in the app: chat, phase map and changes at a moment; then it is replayed, equal', async ({
  open,
}) => {
  test.slow()
  const { page } = await open()
  await openSampleProject(page)
  await chooseStrategy(page, /Plan, revise, execute/)
  await send(page, request)
  await allowAll(page)
  await expect(ending(page)).toHaveText('completed')

  const playback = timeline(page).getByRole('group', { name: 'Playback' })
  const moment = playback.getByRole('slider', { name: 'Position' })
  const inspector = region(page, 'Inspector')
  const phase = (name: string) => inspector.locator(`[data-phase="${name}"]`)
  // Allowing a call selected it; Escape on the timeline goes back to the run as a whole.
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Escape')
  await expect(phase('execute')).toHaveAttribute('data-state', 'visited')

  await test.step('from the start, event by event, to the evaluation', async () => {
    await timeline(page).getByRole('application').focus()
    await page.keyboard.press('Home')
    await expect(moment).toHaveAttribute('aria-valuetext', /^0 ms/)
    for (let each = 0; each < 80 && (await phase('evaluate').getAttribute('data-state')) !== 'now'; each++) {
      await page.keyboard.press('.')
    }
    await expect(phase('evaluate')).toHaveAttribute('data-state', 'now')
    await expect(phase('execute')).toHaveAttribute('data-state', 'none')
    await expect(chat(page).getByText('now exits with 0')).toHaveCount(0)
  })

  await test.step('nothing was changed then; at the end the fault is mended', async () => {
    await page.getByRole('tab', { name: /Changes/ }).click()
    await expect(region(page, 'Changes').getByText('Not changed yet')).toBeVisible()
    await timeline(page).getByRole('application').focus()
    await page.keyboard.press('End')
    await expect(region(page, 'Changes').getByText('src/cart.js').first()).toBeVisible()
  })

  await test.step('played at 50×, it comes to its end by itself; Escape is back to now', async () => {
    await page.keyboard.press('Home')
    await playback.getByRole('button', { name: 'Speed' }).click()
    await page.getByRole('menuitem', { name: '50×' }).click()
    await playback.getByRole('button', { name: 'Play', exact: true }).click()
    await expect
      .poll(async () => Number(await moment.inputValue()) >= Number(await moment.getAttribute('max')))
      .toBe(true)
    await expect(ending(page)).toHaveText('completed')
    await timeline(page).getByRole('application').focus()
    await page.keyboard.press('Escape')
    await expect(moment).toHaveCount(0)
  })

  await test.step('replayed from its log alone, it is equal', async () => {
    await chat(page).getByRole('button', { name: 'More for this run' }).click()
    await page.getByRole('menuitem', { name: /^Verify/ }).click()
    await expect(inspector.getByText(/Verified: \d+ steps and the result match/)).toBeVisible()
  })
})
