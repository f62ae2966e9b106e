/** Steps of a person in the window that several tests share, beside those of `first-minutes.ts`. */
import { expect, type Page } from '@playwright/test'
import { region } from './first-minutes.ts'

export const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const chat = (page: Page) => region(page, 'Conversation')
export const timeline = (page: Page) => region(page, 'Timeline')
export const approval = (page: Page) => page.getByRole('dialog', { name: 'Approve tool call' })
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
/** How the run at the end of the conversation ended: `completed`, `stopped`, `failed`, `interrupted`. */
export const ending = (page: Page) => chat(page).locator('.chat-footer .chat-state').last()

/** Waits until no run is under way, and the last one has ended so; the end of a run before it is not taken for it. */
export async function untilEnded(page: Page, how = 'completed'): Promise<void> {
  await expect(stopButton(page)).toHaveCount(0)
  await expect(ending(page)).toHaveText(how)
}

/** Goes to the start of the conversation, which may be above what is drawn; rows that are still being measured may push it away again. */
export async function toFirstMessage(page: Page): Promise<void> {
  await expect(async () => {
    await chat(page).getByRole('feed').focus()
    await page.keyboard.press('Home')
    await expect(chat(page).getByRole('article', { name: 'Your message' }).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
}

export interface NewModel {
  readonly name: string
  readonly url: string
  readonly key?: string
  /** What the endpoint calls the model. */
  readonly model?: string
}

/** Fills the form of a new model at an endpoint of one's own; it is neither tried out nor saved. */
export async function fillNewModel(page: Page, { name, url, key = '', model = 'scripted' }: NewModel): Promise<void> {
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('menuitem', { name: /^Custom endpoint/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill(model)
  await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await page.getByLabel('Key', { exact: true }).fill(key)
}

export async function addModel(page: Page, wanted: NewModel): Promise<void> {
  await fillNewModel(page, wanted)
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByRole('button', { name: `Edit ${wanted.name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)
}

export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option', { name }).click()
}

/** Opens the window on a project with a scripted model chosen for it. */
export async function openWithModel(page: Page, address: string, model: NewModel): Promise<void> {
  await page.goto(address)
  await expect(messageBox(page)).toBeVisible()
  await addModel(page, model)
  await chooseModel(page, model.name)
}
