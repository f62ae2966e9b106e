import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { createHost } from '../../../src-main/host/create-host.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { HostOptions } from '../../../src-main/host/host-options.ts'
import type { HostChange } from '../../../src-shared/api/host-api.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import type { ModelProfile } from '../../../src-shared/settings/settings.ts'

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stratagem-host-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export const resources = join(import.meta.dirname, '../../../resources')

/** A host on a new data folder, or on the given one; closed after the test. */
export async function openTestHost(options: Partial<HostOptions> = {}): Promise<Host> {
  const host = await createHost({
    dataFolder: options.dataFolder ?? (await temporaryFolder()),
    resourcesFolder: resources,
    shell: 'browser',
    version: '0.0.0',
    keys: { kind: 'session', reason: 'a test' },
    folderDialog: null,
    openProject: () => null,
    url: null,
    homeFolder: resources,
    ...options,
  })
  let open = true
  const close = async () => {
    if (!open) return
    open = false
    await host.close()
  }
  onTestFinished(close)
  return { ...host, close }
}

export function testProfile(baseUrl: string, more: Partial<ModelProfile> = {}): ModelProfile {
  return {
    id: 'prof_test',
    name: 'Scripted',
    preset: 'custom',
    api: 'chat-completions',
    baseUrl,
    model: 'scripted',
    temperature: null,
    maxOutputTokens: null,
    reasoningEffort: null,
    contextWindow: 128_000,
    price: null,
    idleLimitMs: 20_000,
    ...more,
  }
}

/** Saves the profile and creates a conversation in the folder, ready for a message. */
export async function newTestConversation(
  host: Host,
  folder: string,
  profile: ModelProfile | null,
  key: string | null = null,
) {
  const project = await ask(host, 'project-open', { folder })
  if (profile !== null) await ask(host, 'profile-save', { profile, key })
  const conversation = await ask(host, 'conversation-create', { projectId: project.id })
  const message = (text: string, more: Partial<RunRequest> = {}): RunRequest => ({
    conversationId: conversation.id,
    parentId: null,
    message: text,
    strategy: { name: 'tool-loop', options: {} },
    roles: { default: profile?.id ?? 'demo' },
    mode: 'act',
    approval: 'everything',
    ...more,
  })
  return { project, conversation, message }
}

export async function runToEnd(host: Host, request: RunRequest): Promise<Run> {
  const run = await ask(host, 'run-start', request)
  return host.runs.untilEnded(run.id)
}

/** The log of a run, as the host sends it to a window that opens it now. */
export function eventsOf(host: Host, runId: string): StoredEvent[] {
  const events: StoredEvent[] = []
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (message) => {
    if (message.topic !== 'run') return
    for (const item of message.items) if (item.kind === 'event') events.push(item.event)
  })
  undo()
  return events
}

/** Resolves with the first event of the run, past or future, that matches. */
export function untilEvent<T extends StoredEvent>(
  host: Host,
  runId: string,
  fits: (event: StoredEvent) => event is T,
): Promise<T> {
  return new Promise((resolve) => {
    let undo = () => {}
    const hear: Parameters<Host['follow']>[1] = (message) => {
      if (message.topic !== 'run') return
      for (const item of message.items) {
        if (item.kind !== 'event' || !fits(item.event)) continue
        resolve(item.event)
        queueMicrotask(() => undo())
        return
      }
    }
    undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, hear)
  })
}

export const ofType =
  <T extends StoredEvent['type']>(type: T) =>
  (event: StoredEvent): event is Extract<StoredEvent, { type: T }> =>
    event.type === type

/** Collects all changes that the host reports to windows from now on. */
export function collectChanges(host: Host): HostChange[] {
  const changes: HostChange[] = []
  const undo = host.follow({ kind: 'host' }, (message) => {
    if (message.topic === 'host') changes.push(...message.changes)
  })
  onTestFinished(undo)
  return changes
}

/** A promise that the test resolves. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}
