import { z } from 'zod'
import { jsonObject } from '../base/json.ts'
import { modelApis } from '../model/provider-data.ts'
import { reasoningEfforts } from '../model/reasoning-efforts.ts'
import { approvalModes } from '../model/tool.ts'
import { defaultRouting, routing } from '../strategy/routing.ts'
import { inputSources, strategyPick } from '../strategy/strategy-pick.ts'
import { askingBudget, budget } from '../strategy/task.ts'
import { editorChoice } from './editor-choice.ts'
import { noTelemetry, noWebhook, telemetry, webhook } from './listeners.ts'
import { agentEntry } from './other-agents.ts'
import { queueAddress } from './queue-address.ts'

/** US dollars for a million tokens. */
export const price = z.object({
  input: z.number(),
  cachedInput: z.number(),
  output: z.number(),
  /** Input that is written to the provider's cache; left out: as `input`. */
  cacheWrite: z.number().optional(),
})
export type Price = z.infer<typeof price>

/** `text`: for models that can't call tools. */
const toolCallWays = ['native', 'text'] as const

/**
 * An endpoint and a model with its parameters. Never holds a key: keys live in the key store under the profile's id.
 */
export const modelProfile = z.object({
  id: z.string(),
  name: z.string().min(1),
  /** Which preset it was made from; `demo` is the built-in offline demo. */
  preset: z.string(),
  api: z.enum(modelApis),
  baseUrl: z.string(),
  model: z.string().min(1),
  temperature: z.number().min(0).max(2).nullable(),
  maxOutputTokens: z.number().int().positive().nullable(),
  reasoningEffort: z.enum(reasoningEfforts).nullable(),
  contextWindow: z.number().int().positive(),
  price: price.nullable(),
  /** A stream with no byte for this long is ended, ms. */
  idleLimitMs: z.number().int().positive(),
  /** A stream that for this long sends comments and empty parts only is ended, ms; left out: `defaultBarrenLimitMs`. */
  barrenLimitMs: z.number().int().positive().optional(),
  /**
   * Requests, and tokens of input and output together, that all runs may send to this model's endpoint in any minute; left
   * out: as many as it takes.
   */
  requestsPerMinute: z.number().int().positive().optional(),
  tokensPerMinute: z.number().int().positive().optional(),
  topP: z.number().gt(0).max(1).optional(),
  /** For endpoints that can repeat their draws (`takesSeed`). */
  seed: z.number().int().optional(),
  /**
   * Further headers of each request. `{key}` in a value stands for the profile's key, which is then sent only there.
   */
  headers: z.record(z.string(), z.string()).optional(),
  /** Further parts of the address's query, for example Azure's `api-version`. */
  query: z.record(z.string(), z.string()).optional(),
  /** Further fields of the request body. They replace those of the same name, but not messages, tools and `stream`. */
  extraBody: jsonObject.optional(),
  /** How the model calls tools; left out: natively, by its API. */
  toolCalls: z.enum(toolCallWays).optional(),
  /** Whether the model takes images; left out: it does. */
  images: z.boolean().optional(),
})
export type ModelProfile = z.infer<typeof modelProfile>

export const takesImages = ({ images }: Pick<ModelProfile, 'images'>): boolean => images !== false

/** As long as silently thinking models were observed to take while routers send keep-alives, ms. */
export const defaultBarrenLimitMs = 600_000

export const demoProfileId = 'demo'

export const ruleDecisions = ['allow', 'ask', 'deny'] as const
export type RuleDecision = (typeof ruleDecisions)[number]

export const approvalRule = z.object({
  id: z.string(),
  /** Null: it holds in all projects. */
  projectId: z.string().nullable(),
  /** `shell` for commands, `edit_file` or `write_file` for edits, or the name of another tool. */
  tool: z.string().min(1).max(200),
  /**
   * For edits a glob of project-relative paths. For others `*` is a wildcard: anywhere, but in a rule that allows only
   * at the end.
   */
  pattern: z.string().min(1).max(2000),
  decision: z.enum(ruleDecisions).default('allow'),
  createdAt: z.number(),
})
export type ApprovalRule = z.infer<typeof approvalRule>

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const commandNetworks = ['all', 'seen', 'none'] as const
export type CommandNetwork = (typeof commandNetworks)[number]

/** Permissions of the commands that models run. */
export const commandChoices = z.object({
  /**
   * Confined to the project's folder, if this computer has a sandbox. `false` unconfines commands in the project
   * itself; commands in a copy are always confined to it.
   */
  confined: z.boolean().default(true),
  /**
   * Which commands have network access, if this computer can cut it off; those without can reach only what they started
   * themselves. `seen`: all but those that no person has seen, since the mode `everything` or a saved rule with a
   * wildcard allowed them.
   */
  network: z.enum(commandNetworks).default('seen'),
  /**
   * Whether they can read keys and credentials in the user's home folder, and have them used by ssh-agent and
   * gpg-agent; else, if this computer can confine them, they find the files empty and nobody there.
   */
  keys: z.boolean().default(false),
  /** Names of environment variables that they get although the names say that they hold secrets; left out: none. */
  variables: z.array(z.string().min(1).max(200)).max(200).optional(),
})
export type CommandChoices = z.infer<typeof commandChoices>

/** What this computer can do to confine commands. */
export interface SandboxSupport {
  readonly confines: boolean
  readonly cutsNetwork: boolean
  /** A sentence: the method, or why there is none. */
  readonly words: string
  /** Names of environment variables that are kept from them, because they hold secrets. */
  readonly keptBack?: readonly string[]
}

export const textSizes = ['small', 'medium', 'large'] as const
export type TextSize = (typeof textSizes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** `waiting`: only when a run waits for the user; `all`: also when it has ended or failed. */
export const notificationChoices = ['off', 'waiting', 'all'] as const
export type NotificationChoice = (typeof notificationChoices)[number]

export const settings = z.object({
  theme: z.enum(themes).default('system'),
  /** Of all text and controls. */
  textSize: z.enum(textSizes).default('medium'),
  /** Of controls and the space around them. */
  density: z.enum(densities).default('comfortable'),
  /** When the system tells of a run in a window that nobody looks at. */
  notifications: z.enum(notificationChoices).default('all'),
  /** What files are opened in. */
  editor: editorChoice.default({ kind: 'detect' }),
  defaultProfile: z.string().default(demoProfileId),
  /** Which profile answers for a role; roles not named here use the default profile. */
  roles: z.record(z.string(), z.string()).default({}),
  approval: z.enum(approvalModes).default('ask'),
  commands: commandChoices.default({ confined: true, network: 'seen', keys: false }),
  /** Whether agents have the tool `fetch_page`, which asks about each host. */
  webPages: z.boolean().default(false),
  /** Other agents, besides those that are known. */
  agents: z.array(agentEntry).max(50).readonly().default([]),
  /** Receives a message when a run ends or waits. */
  webhook: webhook.default(noWebhook),
  /** Who gets the spans of runs while they happen. */
  telemetry: telemetry.default(noTelemetry),
  strategy: strategyPick.default({ name: 'tool-loop', options: {} }),
  /** What messages from one source start with; sources not named here use `strategy`. */
  sources: z.partialRecord(z.enum(inputSources), strategyPick).default({}),
  /** How `auto` picks. */
  routing: routing.default(defaultRouting),
  budget: budget.default(askingBudget),
  /** Where machines wait for trials; null: trials run in the app itself. */
  queue: queueAddress.nullable().default(null),
})
export type Settings = z.infer<typeof settings>

/** The fields without defaults: `settings.partial()` would fill each field left out, and undo the user's choice. */
type WithoutDefault<S> = { [K in keyof S]: S[K] extends z.ZodDefault<infer T> ? T : S[K] }
const withoutDefaults = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodDefault ? field.unwrap() : field]),
  ) as WithoutDefault<S>
/** Any of the settings, each as the user chose it. */
export const settingsPatch = z.object(withoutDefaults(settings.shape)).partial()
export const defaultSettings: Settings = settings.parse({})

/** How keys are kept on this machine. */
export const keyStorage = z.object({ kind: z.enum(['keychain', 'session']), reason: z.string() })
export type KeyStorage = z.infer<typeof keyStorage>
