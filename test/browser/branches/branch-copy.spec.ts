import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { editAndResend, filesBar, forkDialog, messageAt, toast } from '../../kit/window/branch-steps.ts'
import { allowEverything, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer, WindowModelRequest } from '../../kit/window/window-model.ts'
import { chat, untilEnded } from '../../kit/window/window-steps.ts'

/** Writes the message into a file. */
function writer({ messages }: WindowModelRequest): WindowAnswer {
  if (messages.at(-1)?.role === 'tool') return { kind: 'answer', text: 'Noted.' }
  const word = /(\w+)$/.exec(String(messages.findLast(({ role }) => role === 'user')?.content))?.[1] ?? 'nothing'
  return { kind: 'answer', calls: [{ tool: 'shell', arguments: { command: `echo ${word} > word.txt` } }] }
}

/** A git on the path that waits, in isolated copies only, until `open` is called. */
function heldGit() {
  const folder = mkdtempSync(path.join(tmpdir(), 'stratagem-held-git-'))
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const held = `case "$PWD" in */copies/*) while [ ! -e '${folder}/open' ]; do sleep 0.05; done;; esac`
  writeFileSync(path.join(folder, 'git'), `#!/bin/sh\n${held}\nexec '${real}' "$@"\n`)
  chmodSync(path.join(folder, 'git'), 0o755)
  const before = process.env['PATH']
  process.env['PATH'] = `${folder}:${before}`
  return {
    open: () => writeFileSync(path.join(folder, 'open'), ''),
    putBack: () => {
      process.env['PATH'] = before
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const pill = (page: Page) => page.getByRole('button', { name: 'Isolated copy' })
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Making the copy' })

test('while a copy is made for a branch it is seen how far it is, and it can be given up', async ({
  page,
  home,
  openScripted,
}) => {
  const git = heldGit()
  try {
    await openScripted(writer)
    await allowEverything(page)
    const noted = async () => {
      await expect(chat(page).getByText('Noted.').last()).toBeVisible()
      await untilEnded(page)
    }
    await send(page, 'apples')
    await noted()
    await editAndResend(page, messageAt(page, 0), 'pears')
    await noted()
    await messageAt(page, 0).getByRole('button', { name: 'Previous version of this message' }).click()

    await filesBar(page).getByRole('button', { name: 'Open a copy' }).click()
    await expect(bar(page)).toHaveText(/^Copying the files… 0/)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(toast(page, 'Copying canceled')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(pill(page)).toHaveCount(0)
    await expect.poll(() => readdirSync(path.join(home, 'copies'))).toEqual([])

    await chat(page).getByText('word.txt').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Branch from here…' }).click()
    const dialog = forkDialog(page)
    await dialog.getByRole('radio', { name: /Use an isolated copy/ }).check()
    await dialog.getByRole('button', { name: 'Branch from here' }).click()
    await expect(dialog.getByRole('progressbar')).toHaveText(/^Copying the files… 0/)
    await dialog.getByRole('button', { name: 'Cancel the copy' }).click()
    await expect(dialog.getByRole('button', { name: 'Branch from here' })).toBeEnabled()
    await expect.poll(() => readdirSync(path.join(home, 'copies'))).toEqual([])

    git.open()
    await dialog.getByRole('button', { name: 'Branch from here' }).click()
    await expect(pill(page)).toBeVisible()
    expect(readdirSync(path.join(home, 'copies'))).toHaveLength(1)
  } finally {
    git.putBack()
  }
})
