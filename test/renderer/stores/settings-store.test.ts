import { beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings, type Settings } from '../../../src-shared/settings/settings.ts'

/** Requests that the host has not replied to yet. */
const host = vi.hoisted(() => ({
  open: [] as { method: string; params: object; reply: (value: unknown) => void; refuse: (why: Error) => void }[],
}))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  ask: (method: string, params: object) =>
    new Promise((reply, refuse) => {
      host.open.push({ method, params, reply, refuse })
    }),
  follow: () => () => {},
}))
const toasts = vi.hoisted(() => [] as { text: string; undo: (() => void) | undefined }[])
vi.mock('sonner', () => ({
  toast: Object.assign(
    (text: string, { action }: { action?: { onClick: () => void } } = {}) =>
      void toasts.push({ text, undo: action?.onClick }),
    { error: () => {} },
  ),
}))
const { changeSettings, loadSettings, makeDefaultModel, settingsNow, takeSettings } = await import(
  '../../../src-renderer/stores/server-cache/settings-store.ts'
)

const withModel = (defaultProfile: string): Settings => ({ ...defaultSettings, defaultProfile })
/** The host replies to its oldest open request. */
const replyWith = async (settings: Settings) => {
  host.open.shift()?.reply(settings)
  await Promise.resolve()
  await Promise.resolve()
}

beforeEach(() => {
  host.open = []
  toasts.length = 0
  takeSettings({ state: 'ready', value: withModel('demo') })
})

test('undoing a new default model takes effect at once, before the host replies', async () => {
  const made = makeDefaultModel({ id: 'broken', name: 'Broken' })
  await replyWith(withModel('broken'))
  await made
  expect(settingsNow().defaultProfile).toBe('broken')
  toasts[0]?.undo?.()
  expect(settingsNow().defaultProfile).toBe('demo')
  // What the host reported before it took the undo in arrives late.
  takeSettings({ state: 'ready', value: withModel('broken') })
  expect(settingsNow().defaultProfile).toBe('demo')
  await replyWith(withModel('demo'))
  expect(settingsNow().defaultProfile).toBe('demo')
})

test('of two quick changes the later one stays, and a refused one is taken back', async () => {
  const first = changeSettings({ theme: 'dark' })
  const second = changeSettings({ theme: 'light', approval: 'edits' })
  const refused = host.open[1]
  await replyWith({ ...withModel('demo'), theme: 'dark' })
  await first
  expect(settingsNow()).toMatchObject({ theme: 'light', approval: 'edits' })
  refused?.refuse(new Error('the disk is full'))
  await expect(second).rejects.toThrow('the disk is full')
  expect(settingsNow()).toMatchObject({ theme: 'dark', approval: defaultSettings.approval })
})

test('a change made while the settings are read again stays', async () => {
  const reading = loadSettings()
  const changing = changeSettings({ theme: 'dark' })
  await replyWith(withModel('demo'))
  await reading
  expect(settingsNow().theme).toBe('dark')
  await replyWith({ ...withModel('demo'), theme: 'dark' })
  await changing
  expect(settingsNow().theme).toBe('dark')
})
