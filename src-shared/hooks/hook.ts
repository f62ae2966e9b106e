import { z } from 'zod'

/** When a hook runs. `run-end`: when the run's work is complete; not when it is stopped or fails. */
export const hookEvents = ['before-tool', 'after-edit', 'run-end'] as const
export type HookEvent = (typeof hookEvents)[number]

/** Seconds that a hook may take, unless it says otherwise, and at most. */
export const [usualHookSeconds, maxHookSeconds] = [60, 600]
/** How often a hook may send a run back to work, unless it says otherwise, and at most. */
export const [usualSendBacks, maxSendBacks] = [2, 10]
/** Hooks of one file. */
export const maxHooks = 50

/** A command that runs at a point of a run, and what it is used for. Nothing in it gives a permission. */
export const hook = z.object({
  event: z.enum(hookEvents),
  /** The tool that it is for, `*` for any text in its name; left out: every tool. Only of `before-tool`. */
  tool: z.string().trim().min(1).max(200).optional(),
  /** What the call is about, in the language of approval rules; left out: everything. Not of `run-end`. */
  pattern: z.string().trim().min(1).max(1000).optional(),
  /** A command line for the system's shell. */
  command: z.string().trim().min(1).max(10_000),
  seconds: z.int().min(1).max(maxHookSeconds).default(usualHookSeconds),
  /** What a hook that fails, or takes too long, does: `refuse` counts as if it had refused. */
  onFailure: z.enum(['continue', 'refuse']).default('continue'),
  /** How often it may send the run back. Only of `run-end`. */
  sendBacks: z.int().min(0).max(maxSendBacks).default(usualSendBacks),
})
export type Hook = z.infer<typeof hook>

/** The file `.stratagem/hooks.json` of a project. */
export const hookFile = z.object({ hooks: z.array(hook).max(maxHooks).readonly() })

/** A hook of the user's. */
export const userHook = z.object({ id: z.string().max(64), enabled: z.boolean(), hook })
export type UserHook = z.infer<typeof userHook>

/** A hook that a run was started with. */
export const startedHook = hook.extend({ source: z.enum(['user', 'project']) })
export type StartedHook = z.infer<typeof startedHook>

/** A hook as the settings list it. */
export interface HookEntry extends UserHook {
  /** `project`: it is in the project's file, and edited there; its id is made of its content. */
  readonly source: StartedHook['source']
}

/** The hooks of the user and of a project. */
export interface HookList {
  readonly hooks: readonly HookEntry[]
  /** Why the project's file is not used, in a sentence; null if it is, or if there is none. */
  readonly problem: string | null
}

/** What a hook did. */
export const hookResult = z.object({
  /** `not-run`: it is no longer there, or switched off or not trusted since the run was started. */
  ended: z.enum(['exited', 'time-limit', 'stopped', 'failed', 'not-run']),
  /** Null if it did not exit by itself. */
  exitCode: z.number().nullable(),
  /** `refuse`: the call is not made; at the end of a run: there is more to do. */
  decision: z.enum(['continue', 'refuse']),
  /** What it printed, or the reason that it gave; shortened. */
  output: z.string(),
})
export type HookResult = z.infer<typeof hookResult>

/** What the log says of a hook before it runs. */
export const hookAsk = startedHook.pick({ event: true, command: true, source: true }).extend({
  /** The call that it runs for: its tool, and its path or command. */
  tool: z.string().optional(),
  subject: z.string().optional(),
  /** At the end of a run: how often hooks have sent it back so far, and whether this one still may. */
  sentBack: z.number().optional(),
  mayStillSendBack: z.boolean().optional(),
})
export type HookAsk = z.infer<typeof hookAsk>
