import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { openAnswering, startAnswering } from '../kit/window/desktop-app.ts'
import { test } from '../kit/window/desktop-test.ts'

test('a lost history is a question: Quit changes nothing, a new history puts what is left aside (T40)', async ({
  home,
  open,
}) => {
  // Snapshots without the database that names them.
  const snapshots = path.join(home, 'snapshots', 'proj_1')
  mkdirSync(snapshots, { recursive: true })
  writeFileSync(path.join(snapshots, 'kept'), 'of the user')
  const questionFile = path.join(home, 'asked.json')

  expect(await startAnswering(home, { button: 0, optionsFile: questionFile })).toBe(0)
  expect(JSON.parse(readFileSync(questionFile, 'utf8'))).toMatchObject({
    message: 'Your conversations are missing',
    detail: expect.stringContaining(home),
    buttons: ['Quit', 'Start a new history'],
    defaultId: 0,
    cancelId: 0,
  })
  expect(existsSync(path.join(home, 'stratagem.db'))).toBe(false)
  expect(readFileSync(path.join(snapshots, 'kept'), 'utf8')).toBe('of the user')

  const { page, quit } = await openAnswering(home, { button: 1, optionsFile: questionFile })
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  await quit()
  const [aside = ''] = readdirSync(home).filter((name) => name.startsWith('before-'))
  expect(readFileSync(path.join(home, aside, 'snapshots', 'proj_1', 'kept'), 'utf8')).toBe('of the user')
  expect(existsSync(path.join(home, 'stratagem.db'))).toBe(true)

  // From then on it is a history like any other: nothing is asked.
  await expect((await open()).page.getByRole('button', { name: 'Open project' })).toBeVisible()
})
