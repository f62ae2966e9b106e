import { z } from 'zod'
import { json, jsonObject } from '../base/json.ts'
import { callRestrictions } from './call-restrictions.ts'

/** The kind of effect a tool has; the approval gate, resume and the timeline's colors depend on it. */
export const toolEffects = ['read', 'edit', 'command', 'ask', 'own'] as const
export type ToolEffect = (typeof toolEffects)[number]

/** A tool as the model sees it. `parameters` is a JSON Schema object (draft 2020-12). */
export const toolInfo = z.object({
  name: z.string(),
  description: z.string(),
  parameters: jsonObject,
  effect: z.enum(toolEffects),
})
export type ToolInfo = z.infer<typeof toolInfo>

/** The result of one tool call, as the strategy and the model get it. */
export const toolResult = z.object({
  callId: z.string(),
  tool: z.string(),
  ok: z.boolean(),
  /** For the model: long texts are truncated, with a note on how to get the rest. */
  text: z.string(),
  /** For display: one line, such as `4 matches in 2 files`. */
  summary: z.string(),
  /** Wall time in ms, measured on a monotonic clock. */
  durationMs: z.number(),
  /** Structured facts for strategies, such as `{ exitCode: 1 }` or a submitted plan. */
  data: json,
})
export type ToolResult = z.infer<typeof toolResult>

/** The full result for display. Large bodies are in the store and referred to by `ref`. */
export const toolBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('file'), path: z.string(), text: z.string(), firstLine: z.number() }),
  /** A unified diff of one file, project-relative. */
  z.object({ kind: z.literal('diff'), path: z.string(), patch: z.string(), added: z.number(), removed: z.number() }),
  z.object({ kind: z.literal('command'), command: z.string(), output: z.string(), exitCode: z.number().nullable() }),
  z.object({ kind: z.literal('stored'), ref: z.string(), of: z.string(), size: z.number() }),
])
export type ToolBody = z.infer<typeof toolBody>

/** A file as the model saw or left it, by the SHA-256 of its bytes, in hex. */
export const seenFile = z.object({
  /** Project-relative. */
  path: z.string(),
  hash: z.string(),
})
export type SeenFile = z.infer<typeof seenFile>

/** What a phase allows its tools beyond the approval mode: globs relative to the project, enforced by the host. */
export const toolLimits = z.object({
  writable: z.array(z.string()).readonly().nullable(),
  readOnly: z.array(z.string()).readonly(),
  /** What a helper's file holds its calls to; left out: nothing. */
  held: z.array(callRestrictions).readonly().optional(),
})
export type ToolLimits = z.infer<typeof toolLimits>
export const noLimits: ToolLimits = { writable: null, readOnly: [] }

export const approvalModes = ['read-only', 'ask', 'edits', 'everything'] as const
export type ApprovalMode = (typeof approvalModes)[number]

/** What the user is shown before a tool runs: exactly what will run, with paths resolved. */
export const approvalAsk = z.object({
  tool: z.string(),
  effect: z.enum(toolEffects),
  /** A question in words: `Edit src/total.js?`, `Run a command?` */
  title: z.string(),
  /** The full command or path, hidden characters made visible. */
  subject: z.string(),
  /** What is going to happen, as a diff or text. */
  preview: toolBody,
  /** What else to know before allowing it, such as where a command may write. */
  note: z.string().optional(),
  /** The rule that "Always allow" would keep, or null if none can be offered. */
  rule: z.object({ tool: z.string(), pattern: z.string() }).nullable(),
})
export type ApprovalAsk = z.infer<typeof approvalAsk>

export const approvalAnswer = z.object({
  decision: z.enum(['allow', 'always', 'deny']),
  /** Who decided: the user now, a kept rule, or the mode. */
  by: z.enum(['user', 'rule', 'mode']),
  /** What the user wants the model to know when denying. */
  note: z.string(),
})
export type ApprovalAnswer = z.infer<typeof approvalAnswer>
