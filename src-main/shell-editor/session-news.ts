import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import type { HostChange } from '../../src-shared/api/host-api.ts'
import type { McpPromptCommand } from '../../src-shared/mcp/mcp-offers.ts'
import { ask } from '../host/api/host-client.ts'
import { projectPromptFolders } from '../host/prompt-sources/prompt-files.ts'
import { projectSkillFolders } from '../host/prompt-sources/skill-files.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { refreshOffers } from './session-offers.ts'
import { slashCommands } from './slash-commands.ts'

/** Delay, ms, since programs write a file in several steps, and several files at once. */
const settleMs = 100

const sources: readonly HostChange['kind'][] = ['settings', 'profiles', 'strategies', 'presets', 'mcp']
/** In the data folder; its other files change with every step of a run. */
const ofUser = /^(settings|profiles|presets|strategy-defaults|trust|mcp|mcp-offers)\.json$|^(commands|skills)$/

/** Tells editors what their sessions can be set to, and which commands they have, as that changes. */
export interface SessionNews {
  /** From now on the files that this session's project brings are watched too. */
  see(session: EditorSession): void
  close(): void
}

/** Without watchers, as on some network folders, all is still read before each prompt. */
export function sessionNews(
  parts: EditorParts,
  sessions: ReadonlyMap<string, EditorSession>,
  send: (parts: EditorParts, session: EditorSession) => Promise<void> = refreshSession,
): SessionNews {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const each of sessions.values()) void send(parts, each)
    }, settleMs)
  }
  const add = (folder: string, fits: (name: string | null) => boolean) => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => fits(name) && changed())
      watcher.on('error', () => watchers.delete(folder))
      watchers.set(folder, watcher)
    } catch {
      // It is not there, or this file system does not support watching.
    }
  }
  add(parts.dataFolder, (name) => name === null || ofUser.test(name))
  for (const name of ['commands', 'skills']) add(join(parts.dataFolder, name), () => true)
  const undo = parts.host.follow({ kind: 'host' }, (message) => {
    if (message.topic === 'host' && message.changes.some(({ kind }) => sources.includes(kind))) changed()
  })
  return {
    see: ({ project }) => {
      for (const each of [...projectPromptFolders, ...projectSkillFolders]) add(join(project.folder, each), () => true)
    },
    close: () => {
      clearTimeout(timer)
      undo()
      for (const each of watchers.values()) each.close()
      watchers.clear()
    },
  }
}

/** Sends what changed: choices at once, commands when they are known. */
export async function refreshSession(parts: EditorParts, session: EditorSession): Promise<void> {
  const updates = await refreshOffers(parts.host, session).catch(() => [])
  await sendUpdates(parts, session, updates)
  await sendCommands(parts, session)
}

/** Sends the commands if they changed; prompts of MCP servers, which may be slow, follow. */
export async function sendCommands(parts: EditorParts, session: EditorSession): Promise<void> {
  const { host } = parts
  const projectId = session.project.id
  const send = async (offered: readonly McpPromptCommand[]) => {
    const availableCommands = await slashCommands(host, projectId, offered)
    const known = JSON.stringify(availableCommands)
    if (known === session.commands) return
    session.commands = known
    await sendUpdates(parts, session, [{ sessionUpdate: 'available_commands_update', availableCommands }])
  }
  // What can't be read now is sent with the next change.
  const later = () => undefined
  if (session.commands === '') await send([]).catch(later)
  await ask(host, 'mcp-prompts-list', { projectId }).then(send).catch(later)
}
