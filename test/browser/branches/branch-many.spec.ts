import path from 'node:path'
import { expect } from '@playwright/test'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { test } from '../../kit/window/app-test.ts'
import { branches, messageAt } from '../../kit/window/branch-steps.ts'
import { region } from '../../kit/window/first-minutes.ts'

/** Every so many turns one branches off. */
const every = 10

const projectId = 'proj_many'
const conversationId = 'conv_many'

function runOf(at: number): Run {
  return {
    id: `run_${at}`,
    turnId: `turn_${at}`,
    conversationId,
    projectId,
    strategy: { name: 'tool-loop', options: {} },
    roles: { default: { profileId: 'demo', profileName: 'Demo', model: 'demo-1' } },
    mode: 'act',
    approval: 'ask',
    status: 'completed',
    startedAt: at,
    endedAt: at,
    durationMs: 1,
    totals: noTotals,
    text: 'Done.',
    failure: null,
    before: null,
    after: null,
    changes: null,
  }
}

/** A conversation of so many turns: a long line, and a branch beside every tenth. */
function seed(home: string, folder: string, count: number): void {
  const store = openStore(path.join(home, 'stratagem.db'))
  store.transaction(() => {
    store.projects.save({ id: projectId, folder, name: 'many', openedAt: 1 })
    store.conversations.create({ id: conversationId, projectId, title: 'A long story', createdAt: 1 })
    for (let at = 0; at < count; at++) {
      const aside = at % every === every - 1
      const before = aside || at % every === 0 ? at - 2 : at - 1
      const parentId = at === 0 ? null : `turn_${before}`
      const createdAt = aside ? at * 10 - 15 : at * 10
      store.turns.create({ id: `turn_${at}`, conversationId, parentId, message: `Message ${at}`, createdAt })
      store.runs.create(runOf(at), 'host_1')
    }
  })
  store.close()
}

test('a tree of 2,000 turns is drawn only where one looks, and gone through by keyboard', async ({
  page,
  home,
  project,
  start,
}) => {
  seed(home, project, 2000)
  const app = await start('--project', project)
  await page.goto(app.url)
  // The tree is there when the end of the conversation arrives, and stays at that end when the rest follows.
  await page.getByRole('tab', { name: /^Branches/ }).click()
  await region(page, 'Conversations').getByText('A long story').click()
  await expect(branches(page)).toContainText('2,000 messages')
  const rows = branches(page).getByRole('treeitem')
  await expect(rows.last()).toContainText('Message 1998')
  expect(await rows.count()).toBeLessThan(80)
  await branches(page).getByRole('tree').press('Home')
  await expect(rows.first()).toContainText('Message 0')
  await branches(page).getByRole('tree').press('ArrowDown')
  await branches(page).getByRole('tree').press('Enter')
  await expect(messageAt(page, 0)).toBeVisible()
  await expect(page.getByText('Message 1', { exact: true }).first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(80)
})
