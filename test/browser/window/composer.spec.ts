import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { allowAll, chooseStrategy, send } from '../../kit/window/first-minutes.ts'
import { addModel, chooseModel, messageBox } from '../../kit/window/window-steps.ts'

test('the options of a strategy are checked as they are typed, and the run goes by them', async ({
  page,
  openSample,
}) => {
  await openSample()
  await chooseStrategy(page, /Plan, revise, execute/)
  await page.getByRole('button', { name: 'Strategy options' }).click()
  const threshold = page.getByRole('textbox', { name: 'Threshold', exact: true })
  await threshold.fill('7')
  await expect(threshold).toHaveAttribute('aria-invalid', 'true')
  await threshold.fill('0.25')
  await expect(threshold).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Strategy options' })).toHaveAttribute('aria-pressed', 'true')
  await send(page, 'Fix the failing test')
  await allowAll(page)
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('button', { name: /^note plan scored/ })
    .click()
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('0.25')
})

test('@ finds a file of the project, puts its path into the message, and attaches what is in it', async ({
  page,
  project,
  start,
}) => {
  const app = await start('--project', project)
  await page.goto(app.url)
  await messageBox(page).pressSequentially('What is in @note')
  await expect(page.getByRole('listbox', { name: 'Files' }).getByRole('option')).toHaveText([/notes\.txt/])
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toHaveValue('What is in @src/notes.txt ')
  const attached = page.getByRole('list', { name: 'Attached to this message' })
  await expect(attached.getByRole('listitem')).toHaveText([/src\/notes\.txt/])
  await page.keyboard.press('Enter')
  await expect(attached).toBeHidden()
  await expect(page.getByRole('list', { name: 'Attached', exact: true })).toHaveText(/src\/notes\.txt/)
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An image from the clipboard, or dropped on the message. */
const giveImage = (box: Locator, how: 'paste' | 'drop') =>
  box.evaluate(
    (element, [kind, data]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const files = new DataTransfer()
      files.items.add(new File([bytes], `${kind}.png`, { type: 'image/png' }))
      const how = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: files, ...how })
          : new DragEvent('drop', { dataTransfer: files, ...how })
      element.dispatchEvent(event)
    },
    [how, pixel] as const,
  )

test('/ completes commands; a prompt file is shown before it is sent; /image adds one, and /compact sums the conversation up', async ({
  page,
  project,
  start,
}) => {
  // Told only with the key that opens it, the browser may open the dialog before it hands dialogs over.
  page.on('filechooser', () => undefined)
  await mkdir(join(project, '.claude/commands'), { recursive: true })
  const prompt = '---\ndescription: Look at a file\nargument-hint: "[file]"\n---\nExplain $1 briefly.'
  await writeFile(join(project, '.claude/commands/explain.md'), prompt)
  const app = await start('--project', project)
  await page.goto(app.url)
  const box = messageBox(page)
  await box.pressSequentially('/exp')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list.getByRole('option')).toHaveText([/explain.*Look at a file/])
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('/explain ')
  await box.pressSequentially('src/notes.txt')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Explain src/notes.txt briefly.')
  await expect(page.getByText('Nothing is sent yet.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('')
  await expect(page.getByRole('article', { name: 'End of the run' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await box.pressSequentially('/plan')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toContainText('Plan')
  await box.pressSequentially('/image')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(page.getByRole('list', { name: 'Images of this message' }).getByRole('img')).toBeVisible()
  await expectNoAxeViolations(page)
  await box.fill('What is it?')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('list', { name: 'Images', exact: true }).getByRole('img', { name: 'pixel.png' }),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Images of this message' })).toBeHidden()
  for (const how of ['paste', 'drop'] as const) {
    await giveImage(box, how)
    const given = page.getByRole('list', { name: 'Images of this message' })
    await expect(given.getByRole('img', { name: `${how}.png` })).toBeVisible()
    await given.getByRole('button', { name: `Remove ${how}.png` }).click()
    await expect(given).toBeHidden()
  }
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await expect(page.getByRole('article', { name: 'End of the run' })).toHaveCount(2)
  await box.pressSequentially('/compact')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/\d earlier messages summarized\./).first()).toBeVisible()
})

interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The composer's controls as they stand on the screen. */
const controls = (page: Page): Promise<Box[]> =>
  messageBox(page).evaluate((box) => {
    const frame = box.parentElement
    return [...(frame?.querySelectorAll('button, [role=combobox]') ?? [])].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return { name: each.getAttribute('aria-label') ?? each.textContent ?? '', x, y, width, height }
    })
  })

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5

test('in a small window, with long names, nothing of the composer is cut off or stands over another', async ({
  page,
  project,
  openModel,
  start,
}) => {
  const model = await openModel({ answer: () => ({ kind: 'answer', text: 'Done.' }) })
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  const name = 'openrouter/some-vendor/a-very-long-model-name-instruct-2026-preview'
  await addModel(page, { name, url: model.url, model: name })
  await chooseModel(page, name)
  await chooseStrategy(page, /Plan, revise, execute/)
  for (const size of [
    { width: 900, height: 850 },
    { width: 1100, height: 850 },
    { width: 1440, height: 900 },
    { width: 1100, height: 720 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    const shown = await controls(page)
    const low = size.height < 820
    expect(shown.length).toBeGreaterThanOrEqual(low ? 5 : 7)
    for (const [index, box] of shown.entries()) {
      expect(box.x, box.name).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width, box.name).toBeLessThanOrEqual(size.width)
      expect(box.y + box.height, box.name).toBeLessThanOrEqual(size.height)
      expect(box.height, box.name).toBeGreaterThanOrEqual(24)
      expect(shown.slice(index + 1).filter((other) => overlap(box, other))).toEqual([])
    }
    for (const short of low ? ['Approval'] : ['Strategy', 'Approval', 'Mode']) {
      const words = page.getByRole('combobox', { name: short, exact: true }).locator('span').first()
      expect(await words.evaluate((each) => each.scrollWidth <= each.clientWidth), short).toBe(true)
    }
  }
  await send(page, 'Hello')
  await expect.poll(() => model.requests[0]?.model).toBe(name)
})
