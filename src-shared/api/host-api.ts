import { z } from 'zod'
import type { Failure } from '../base/failure.ts'
import type { Message } from '../model/message.ts'
import { approvalModes, type ToolBody, type ToolInfo } from '../model/tool.ts'
import type { RunOpening } from '../opening/opening.ts'
import type { Conversation, ConversationTree, Project, Run } from '../run/conversation.ts'
import type { RunItem } from '../run/event.ts'
import {
  type ApprovalRule,
  type KeyStorage,
  type ModelProfile,
  modelProfile,
  type SandboxSupport,
  type Settings,
  settingsPatch,
} from '../settings/settings.ts'
import { strategyPick } from '../strategy/strategy-pick.ts'
import { budget, workModes } from '../strategy/task.ts'
import type { Changes } from '../workspace/changes.ts'
import type { CopyProgress } from '../workspace/workspace.ts'
import type { WindowCommand } from './bridge.ts'
import { type ComparisonChange, comparisonRequests } from './comparison-requests.ts'
import { exportRequests } from './export-requests.ts'
import { filesRequests } from './files-requests.ts'
import { historyRequests } from './history-requests.ts'
import { ask, id, result, text } from './request-shape.ts'
import { searchRequests } from './search.ts'
import { strategyRequests } from './strategy-requests.ts'
import { turnRequests } from './turn-requests.ts'

/**
 * Every request a window may make of the host, and every stream it may follow. Parameters are validated
 * by the host against the schema here; results are the host's own and only typed.
 */
export interface HostInfo {
  readonly version: string
  readonly shell: 'electron' | 'browser' | 'command'
  readonly platform: string
  readonly dataFolder: string
  readonly keyStorage: KeyStorage
  /** What was found when the data folder was opened, in words for its user. */
  readonly notices: readonly string[]
  /** Whether the shell has a native folder dialog. */
  readonly folderDialog: boolean
  /** Whether the shell can show a file in the system's file manager. */
  readonly revealFile: boolean
  /** A project named on the command line, to open at once. */
  readonly openProject: string | null
}

export interface Profiles {
  readonly profiles: readonly (ModelProfile & { readonly hasKey: boolean })[]
  readonly presets: readonly {
    readonly preset: string
    readonly name: string
    readonly baseUrl: string
    readonly needsKey: boolean
    readonly models: readonly string[]
  }[]
}

/** What was sent to a model and what came back, whole. */
export interface ModelExchange {
  readonly messages: readonly Message[]
  readonly tools: readonly ToolInfo[]
  readonly parameters: unknown
  /** The request body as JSON text, just as it was sent. */
  readonly sent: string
}

export interface FolderListing {
  readonly folder: string
  readonly parent: string | null
  readonly folders: readonly string[]
}

export const startRun = z.object({
  conversationId: id,
  /** The turn this message answers to; null for the first. */
  parentId: id.nullable(),
  message: text.min(1),
  /** Null: as the conversation's, project's, source's or settings' default says, in this order. */
  strategy: strategyPick.nullable(),
  /** Profile ids by role; `default` is the model for every role not named. */
  roles: z.record(z.string(), id),
  mode: z.enum(workModes),
  approval: z.enum(approvalModes),
  /** Null: the project's own folder; else an isolated copy. Not given: where the turn it answers to worked. */
  workspaceId: id.nullable().optional(),
  /** Not given: as the settings say. */
  budget: budget.optional(),
})
export type StartRun = z.infer<typeof startRun>

export const requests = {
  ...turnRequests,
  ...filesRequests,
  ...historyRequests,
  ...exportRequests,
  ...searchRequests,
  ...comparisonRequests,
  ...strategyRequests,

  'host-info': ask(z.object({}), result<HostInfo>()),

  'projects-list': ask(z.object({}), result<readonly Project[]>()),
  'project-open': ask(z.object({ folder: z.string().min(1) }), result<Project>()),
  'project-open-sample': ask(z.object({}), result<Project>()),
  /** Asks with the system's folder dialog; null where the user cancelled. */
  'project-pick': ask(z.object({}), result<Project | null>()),
  'project-forget': ask(z.object({ projectId: id }), result<null>()),
  'folders-list': ask(z.object({ folder: z.string().nullable() }), result<FolderListing>()),
  'files-find': ask(z.object({ projectId: id, query: z.string().max(200) }), result<readonly string[]>()),

  'conversations-list': ask(z.object({ projectId: id }), result<readonly Conversation[]>()),
  'conversation-create': ask(z.object({ projectId: id }), result<Conversation>()),
  'conversation-open': ask(z.object({ conversationId: id }), result<ConversationTree>()),
  /** The end of its newest branch, which is there before all of a long conversation is; null: all of it is short. */
  'conversation-end-read': ask(z.object({ conversationId: id }), result<ConversationTree | null>()),
  'conversation-rename': ask(
    z.object({ conversationId: id, title: z.string().min(1).max(200) }),
    result<Conversation>(),
  ),
  'conversation-delete': ask(z.object({ conversationId: id }), result<null>()),
  'conversation-undelete': ask(z.object({ conversationId: id }), result<null>()),

  'run-start': ask(startRun, result<Run>()),
  'run-stop': ask(z.object({ runId: id }), result<null>()),
  'run-resume': ask(z.object({ runId: id }), result<Run>()),
  /** Gives the interrupted run up: it ends as aborted, with what was done kept. */
  'run-dismiss': ask(z.object({ runId: id }), result<null>()),
  'run-queue': ask(z.object({ runId: id, message: text.min(1) }), result<null>()),
  'run-approve': ask(
    z.object({
      runId: id,
      path: z.string(),
      decision: z.enum(['allow', 'always', 'deny']),
      note: z.string().max(4000),
    }),
    result<null>(),
  ),
  'run-answer': ask(z.object({ runId: id, path: z.string(), answer: text }), result<null>()),
  'run-exchange': ask(z.object({ runId: id, path: z.string() }), result<ModelExchange>()),
  'run-changes': ask(z.object({ runId: id }), result<Changes>()),
  'body-read': ask(z.object({ ref: id.max(128) }), result<ToolBody>()),

  'tools-list': ask(z.object({ projectId: id }), result<readonly ToolInfo[]>()),

  /** What can confine commands here: tried out the first time it is asked for. */
  'command-means': ask(z.object({}), result<SandboxSupport>()),
  'settings-read': ask(z.object({}), result<Settings>()),
  'settings-write': ask(settingsPatch, result<Settings>()),
  'profiles-list': ask(z.object({}), result<Profiles>()),
  /** `key`: null leaves the kept key as it is, an empty text forgets it. */
  'profile-save': ask(
    z.object({ profile: modelProfile, key: z.string().max(10_000).nullable() }),
    result<ModelProfile>(),
  ),
  'profile-delete': ask(z.object({ profileId: id }), result<null>()),
  'profile-test': ask(
    z.object({ profile: modelProfile, key: z.string().max(10_000).nullable() }),
    result<ProfileTest>(),
  ),
  'rules-list': ask(z.object({ projectId: id.nullable() }), result<readonly ApprovalRule[]>()),
  'rule-delete': ask(z.object({ ruleId: id }), result<null>()),
} as const

/** What "Test connection" found: it lists the models, then streams one short answer. */
export type ProfileTest =
  | { readonly ok: true; readonly models: readonly string[]; readonly answer: string; readonly firstTokenMs: number }
  | { readonly ok: false; readonly failure: Failure; readonly models: readonly string[] }

export type Requests = typeof requests
export type Method = keyof Requests
export type Params<M extends Method> = z.infer<Requests[M]['params']>
export type Result<M extends Method> = Requests[M]['result']

/** What a request comes to on the wire: its result, or a failure the window can show. */
export type Reply<M extends Method = Method> =
  | { readonly ok: true; readonly value: Result<M> }
  | { readonly ok: false; readonly failure: Failure }

/**
 * What a window can follow. A run's stream starts after `afterSeq` and has no gaps. `fromEnd`: a long run that is followed
 * from its start is opened at its end instead (opening/opening.ts).
 */
export const topic = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host') }),
  z.object({
    kind: z.literal('run'),
    runId: id,
    afterSeq: z.number().int().min(-1),
    fromEnd: z.literal(true).optional(),
  }),
])
export type Topic = z.infer<typeof topic>

export type HostChange =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'turn-added'; readonly conversationId: string; readonly turnId: string }
  | { readonly kind: 'run'; readonly run: Run }
  /** A queued message was taken up or is waiting. */
  | { readonly kind: 'queue'; readonly runId: string; readonly waiting: readonly string[] }
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'profiles' }
  | { readonly kind: 'rules' }
  | { readonly kind: 'projects' }
  /** Files of strategies that the user wrote. */
  | { readonly kind: 'strategies' }
  /** Presets, trust in a project's, or defaults of strategies. */
  | { readonly kind: 'presets' }
  /** Marks on turns of a conversation, or turns that were deleted or brought back. */
  | { readonly kind: 'turns'; readonly conversationId: string }
  /** Isolated copies were made or removed. */
  | { readonly kind: 'workspaces'; readonly projectId: string }
  /** How far a copy is made that was asked for under this name. */
  | { readonly kind: 'copy-progress'; readonly making: string; readonly progress: CopyProgress }
  /** Files were brought back or merged; null: in the project's own folder. */
  | { readonly kind: 'files'; readonly projectId: string; readonly workspaceId: string | null }
  | ComparisonChange
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string }

/** One batch of a stream. `batch` counts from 0 within a subscription, so that a gap is noticed. */
export type StreamMessage =
  | { readonly topic: 'host'; readonly batch: number; readonly changes: readonly HostChange[] }
  | {
      readonly topic: 'run'
      readonly runId: string
      readonly batch: number
      /** With the first batch of a run that is opened at its end. */
      readonly opening?: RunOpening
      readonly items: readonly RunItem[]
    }

/**
 * What a transport carries, as JSON text, window → host and back. Electron sends it over IPC, the browser
 * over a web socket. `subscription` is chosen by the window.
 */
export const clientMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), method: z.string(), params: z.unknown() }),
  z.object({ kind: z.literal('subscribe'), subscription: z.number().int(), topic }),
  z.object({ kind: z.literal('unsubscribe'), subscription: z.number().int() }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export type ServerMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly kind: 'stream'; readonly subscription: number; readonly message: StreamMessage }
  /** A menu entry or its accelerator was chosen. */
  | { readonly kind: 'command'; readonly command: WindowCommand }
