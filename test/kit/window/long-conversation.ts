import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openStore } from '../../../src-main/store/open-store.ts'
import { noTotals } from '../../../src-shared/run/event.ts'

/** Writes a conversation of `turns` one-line turns with answers into a data folder's store. @returns its title */
export function writeLongConversation(home: string, folder: string, turns: number): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const store = openStore(path.join(home, 'stratagem.db'))
  const projectId = `proj_${path.basename(folder).slice(-40)}`
  const [conversationId, title] = [`conv_turns_${turns}`, `A conversation of ${turns} turns`]
  store.projects.save({ id: projectId, folder, name: path.basename(folder), openedAt: 1 })
  store.transaction(() => {
    store.conversations.create({ id: conversationId, projectId, title, createdAt: 1 })
    for (let at = 0; at < turns; at++) {
      const [id, parentId] = [`turn_${at}`, at === 0 ? null : `turn_${at - 1}`]
      store.turns.create({ id, conversationId, parentId, message: `Message ${at}`, createdAt: at })
      store.runs.create(runOf({ id: `run_${at}`, turnId: id, conversationId, projectId, startedAt: at }), 'test')
    }
  })
  store.checkpoint()
  store.close()
  return title
}

const runOf = (ids: { id: string; turnId: string; conversationId: string; projectId: string; startedAt: number }) => ({
  ...ids,
  strategy: { name: 'chat', options: {} },
  roles: {},
  mode: 'act' as const,
  approval: 'ask' as const,
  status: 'completed' as const,
  endedAt: ids.startedAt,
  durationMs: 1,
  totals: noTotals,
  text: `Answer ${ids.startedAt}.`,
  failure: null,
  before: null,
  after: null,
  changes: null,
})
