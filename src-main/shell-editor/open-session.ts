import { isAbsolute } from 'node:path'
import type { McpServer as EditorServer } from '@agentclientprotocol/sdk'
import type { ApprovalMode } from '../../src-shared/model/tool.ts'
import { branchTo, type ConversationTree, type Project, type Run } from '../../src-shared/run/conversation.ts'
import { baseProfileId, variationOf } from '../../src-shared/settings/profile-variant.ts'
import { unwrapConversation } from '../../src-shared/strategy/resolve-choice.ts'
import type { StrategyPick } from '../../src-shared/strategy/strategy-pick.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'
import { checkedFolder } from '../host/projects/folder-checks.ts'
import type { EditorParts, EditorSession } from './editor-session.ts'
import { invalid, unknownSession } from './request-errors.ts'
import { branchOfSession, leafOf } from './session-branches.ts'
import type { SessionChoices, SessionOffers } from './session-choices.ts'
import { sessionOffers } from './session-offers.ts'

/** What new sessions begin with. */
export interface SessionDefaults {
  /** Null: as set for the project or in the settings. */
  readonly strategy: StrategyPick | null
  readonly approval: ApprovalMode
  /** See `EditorParts`. */
  readonly roles: EditorParts['roles']
}

/** The project in an editor's folder. @throws RequestError if it is no absolute path; FailureError if it can't be opened */
export async function projectAt(host: Host, cwd: string): Promise<Project> {
  if (!isAbsolute(cwd)) throw invalid(`cwd must be an absolute path, not ${JSON.stringify(cwd)}.`)
  return ask(host, 'project-open', { folder: checkedFolder(cwd) })
}

/** A session in a new conversation. */
export async function newSession(
  { host }: Pick<EditorParts, 'host'>,
  cwd: string,
  servers: readonly EditorServer[],
  defaults: SessionDefaults,
): Promise<EditorSession> {
  const project = await projectAt(host, cwd)
  const { offers, first } = await sessionOffers(host, project.id, defaults.strategy)
  const { id } = await ask(host, 'conversation-create', { projectId: project.id })
  const choices: SessionChoices = { mode: first, model: null, effort: null, approval: defaults.approval, work: 'act' }
  return sessionOf(id, id, project, servers, null, offers, choices)
}

/** A session of an earlier conversation, or of a branch of one, set as its last run was. */
export async function earlierSession(
  parts: Pick<EditorParts, 'host' | 'dataFolder'>,
  sessionId: string,
  servers: readonly EditorServer[],
  defaults: SessionDefaults,
): Promise<EditorSession> {
  const { host } = parts
  const kept = branchOfSession(parts, sessionId)
  const conversationId = kept?.conversationId ?? sessionId
  const tree = await ask(host, 'conversation-open', { conversationId }).catch(() => {
    throw unknownSession(sessionId)
  })
  if (tree.conversation.deletedAt !== null) {
    // An empty one went with the editor that made it: some make a session and then end, to resume it later.
    if (tree.turns.length > 0) throw unknownSession(sessionId)
    await ask(host, 'conversation-undelete', { conversationId })
  }
  const project = await projectOf(host, tree)
  const leaf = leafOf(tree, kept)
  const last = branchTo(tree.turns, leaf ?? '')
    .at(-1)
    ?.runs.at(-1)
  const { offers, first } = await sessionOffers(host, project.id, last === undefined ? defaults.strategy : pickOf(last))
  const { defaultProfile } = await ask(host, 'settings-read', {})
  const choices = choicesAfter(last, first, offers, defaults, defaults.roles['default'] ?? defaultProfile)
  return sessionOf(sessionId, conversationId, project, servers, leaf, offers, choices)
}

const pickOf = (run: Run): StrategyPick => unwrapConversation(run.strategy)

/** @param usual the profile that answers if none is chosen */
function choicesAfter(
  last: Run | undefined,
  mode: SessionChoices['mode'],
  { models }: SessionOffers,
  { approval }: SessionDefaults,
  usual: string,
): SessionChoices {
  if (last === undefined) return { mode, model: null, effort: null, approval, work: 'act' }
  const used = [...new Set(Object.values(last.roles).map(({ profileId }) => profileId))]
  // Several models were not chosen here, and one that is used anyway stays so.
  const [only = ''] = used.length === 1 && used[0] !== usual ? used : []
  const model = models.find(({ id }) => id === baseProfileId(only))?.id ?? null
  const effort = model === null ? null : variationOf(only).reasoningEffort
  return { mode, model, effort, approval: last.approval, work: last.mode }
}

async function projectOf(host: Host, { conversation }: ConversationTree): Promise<Project> {
  const projects = await ask(host, 'projects-list', {})
  const found = projects.find(({ id }) => id === conversation.projectId)
  if (found === undefined) throw unknownSession(conversation.id)
  return found
}

const sessionOf = (
  id: string,
  conversationId: string,
  project: Project,
  servers: readonly EditorServer[],
  leaf: string | null,
  offers: SessionOffers,
  choices: SessionChoices,
): EditorSession => ({
  id,
  conversationId,
  project: { id: project.id, folder: project.folder },
  servers,
  leaf,
  choices,
  offers,
  gone: null,
  runId: null,
  cancels: 0,
  last: Promise.resolve(),
  allowed: new Map(),
  commands: '',
})
