import { z } from 'zod'
import { json, jsonObject } from '../base/json.ts'
import { toolCall } from '../model/message.ts'
import { modelApis } from '../model/provider-data.ts'
import { toolEffects } from '../model/tool.ts'
import { requestMessages } from './request-messages.ts'

/** How the steps that have an answer start, and what a pause before one of them shows. */

/** Which endpoint answers for a role in this run. Holds no key. */
export const boundRole = z.object({ profileId: z.string(), profileName: z.string(), model: z.string() })
export type BoundRole = z.infer<typeof boundRole>

/** The steps that are neither model calls nor tool calls. No strategy asks for `hook` and `agent-update`. */
export const otherSteps = [
  'ask-user',
  'snapshot',
  'restore',
  'changes',
  'check',
  'random',
  'read-clock',
  'inbox',
  'note',
  'hook',
  'prompt-agent',
  'agent-update',
] as const
export type OtherStep = (typeof otherSteps)[number]

/** All steps that have an answer, as a strategy asks for them. */
export const leafKinds = ['call-model', 'run-tool', 'own-tool', ...otherSteps] as const

/** Content hash (hex SHA-256) of a body in the store. */
const ref = z.string()

const modelCall = {
  role: z.string(),
  bound: boundRole,
  /** The API that the request is written for; left out: Chat Completions. */
  api: z.enum(modelApis).optional(),
  messages: requestMessages,
  /** The forms in which messages and tools were sent (src-main/model/requests/forms.ts); left out: the plainest. */
  forms: z.array(z.string()).readonly().optional(),
  /** The model takes no images, so the request has none; left out: it has those of its messages. */
  images: z.literal(false).optional(),
  /** Body of the tool list (`ToolInfo[]`) offered. */
  tools: ref,
  /** All other parameters of the request, as sent. */
  parameters: jsonObject,
} as const
const workCall = { call: toolCall, effect: z.enum(toolEffects) } as const
const otherStep = { step: z.enum(otherSteps), ask: json } as const
const modelType = { type: z.literal('model-start') } as const
const toolType = { type: z.literal('tool-start') } as const
const stepType = { type: z.literal('step-start') } as const

/** `print`: the step's fingerprint, to notice on resume that the strategy asked for another step. */
const start = { path: z.string(), print: z.string(), again: z.boolean() } as const

export const modelStart = z.object({ ...modelType, ...start, ...modelCall })
export const toolStart = z.object({ ...toolType, ...start, ...workCall })
export const stepStart = z.object({ ...stepType, ...start, ...otherStep })

/** A step that is about to be performed. */
export const plannedStep = z.discriminatedUnion('type', [
  z.object({ ...modelType, ...modelCall }),
  z.object({ ...toolType, ...workCall }),
  z.object({ ...stepType, ...otherStep }),
])
export type PlannedStep = z.infer<typeof plannedStep>
