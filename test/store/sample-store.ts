import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Store } from '../../src-main/store/store.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import { noTotals, type RunEvent } from '../../src-shared/run/event.ts'

/** A folder that is gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stratagem-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store that is closed when the test ends. */
export function temporaryStore(file = join(temporaryFolder(), 'stratagem.db')): Store {
  const store = openStore(file)
  onTestFinished(() => store.close())
  return store
}

export const projectId = 'proj_1'
export const conversationId = 'conv_1'

/** One project, conversation and turn, for runs to hang on. */
export function fill(store: Store): void {
  store.projects.save({ id: projectId, folder: '/home/ada/engine', name: 'engine', openedAt: 1 })
  store.conversations.create({ id: conversationId, projectId, title: 'The engine', createdAt: 10 })
  store.turns.create({ id: 'turn_1', conversationId, parentId: null, message: 'Make it go', createdAt: 11 })
}

export function sampleRun(id: string, more: Partial<Run> = {}): Run {
  return {
    id,
    turnId: 'turn_1',
    conversationId,
    projectId,
    strategy: { name: 'tool-loop', options: {} },
    roles: { default: { profileId: 'demo', profileName: 'Demo', model: 'demo-1' } },
    mode: 'act',
    approval: 'ask',
    status: 'running',
    startedAt: 12,
    endedAt: null,
    durationMs: 0,
    totals: noTotals,
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
    ...more,
  }
}

export function note(seq: number, text = `event ${seq}`): RunEvent {
  return { seq, at: 1000 + seq, ms: seq, type: 'notice', path: String(seq), level: 'info', text }
}
export const notes = (from: number, count: number, text?: string): RunEvent[] =>
  Array.from({ length: count }, (_, index) => note(from + index, text))
