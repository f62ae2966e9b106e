/** User actions in the window that several tests share, in addition to those of `first-minutes.ts`. */
import { expect, type Page } from '@playwright/test'
import { region } from './first-minutes.ts'

export const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const chat = (page: Page) => region(page, 'Conversation')
export const timeline = (page: Page) => region(page, 'Timeline')
export const approval = (page: Page) => page.getByRole('dialog', { name: 'Approve tool call' })
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
/** The end state of the last run of the conversation: `completed`, `stopped`, `failed`, `interrupted`. */
export const ending = (page: Page) => chat(page).locator('.chat-footer .chat-state').last()

/** Waits until no run is in progress and the last one has ended with `how`; the end of an earlier run doesn't count. */
export async function untilEnded(page: Page, how = 'completed'): Promise<void> {
  await expect(stopButton(page)).toHaveCount(0)
  await expect(ending(page)).toHaveText(how)
}

/**
 * Scrolls to the start of the conversation, which may not be rendered yet; repeats this if rows are measured meanwhile.
 */
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
  /** The model's name at the endpoint. */
  readonly model?: string
}

/** Fills the form of a new model at a custom endpoint, without testing or saving it. */
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
