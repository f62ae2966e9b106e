import { z } from 'zod'
import { type Json, type JsonObject, jsonObject } from '../../src-shared/base/json.ts'
import type { SeenFile, ToolBody, ToolEffect, ToolResult } from '../../src-shared/model/tool.ts'
import type { ReadFiles } from './built-in/read-files.ts'
import type { ToolCallContext } from './call-context.ts'
import type { Confinement } from './confinement.ts'
import type { GitPort } from './git-port.ts'
import type { TrustedScripts } from './hooks/trusted-scripts.ts'
import type { Ripgrep } from './ripgrep.ts'
import type { GuardedFiles } from './workspace-port.ts'

export interface CallRun {
  readonly result: ToolResult
  readonly body: ToolBody
  /** What this call reported to `services.reads`. */
  readonly seen?: readonly SeenFile[]
}

/** What tools use. */
export interface ToolServices {
  readonly files: GuardedFiles
  readonly git: GitPort
  readonly ripgrep: Ripgrep
  /** For commands that the model starts; without secrets. */
  readonly environment: NodeJS.ProcessEnv
  /** How a command is confined at this moment; null if it is not. */
  confinement(scripts?: TrustedScripts | null): Promise<Confinement | null>
  /** The scripts of the project’s hooks; null: it has none that are trusted. */
  readonly scripts: TrustedScripts | null
  readonly reads: ReadFiles
  /** Remembers the files as they are; the returned function lists the paths that differ by then. Either may reject. */
  changedFiles?(): Promise<() => Promise<readonly string[]>>
}

export interface ToolOutcome {
  readonly ok: boolean
  /** For the model. */
  readonly text: string
  /** For display, one line. */
  readonly summary: string
  readonly data: Json
  readonly body: ToolBody
  /** Stored images that follow the text, by their references. */
  readonly images?: readonly string[]
}
/** One prepared call: exactly what is going to happen, before anything does. */
export interface Plan {
  /** Of this call: `git status` reads, `git push` does not. */
  readonly effect: ToolEffect
  readonly title: string
  /** The full command or the resolved path, unchanged; the gate makes hidden characters visible. */
  readonly subject: string
  readonly preview: ToolBody
  /** What else the user should know before allowing it, briefly. */
  readonly note?: string
  /** If "Always allow" holds for this, whatever the subject: a rule's whole pattern. */
  readonly key?: string
  /** It sends something off this computer, so that the mode `everything` alone does not allow it. */
  readonly leaves?: true
  /** Command lines among the arguments of a tool that the app doesn't know. */
  readonly commands?: readonly string[]
  /** Files that such arguments name, which it may write. */
  readonly touches?: readonly string[]
  /** Project-relative paths that will be written. */
  readonly writes: readonly string[]
  perform(doing: ToolCallContext): Promise<ToolOutcome>
}
export type Planned = { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly problem: string }

export interface Tool {
  readonly name: string
  readonly description: string
  readonly effect: ToolEffect
  readonly parameters: JsonObject
  /** Validates the arguments and prepares the call. Reads, but changes nothing. */
  prepare(values: unknown, services: ToolServices): Promise<Planned>
  /** The result if the app died during this call; null: run it again. */
  afterCrash(values: unknown, services: ToolServices): Promise<ToolOutcome | null>
  /** The path of the one file that the call changes, as the model wrote it; null: it may change more. */
  fileOf(values: unknown): string | null
}

interface Definition<A> {
  readonly name: string
  readonly description: string
  readonly effect: ToolEffect
  readonly parameters: z.ZodType<A>
  prepare(args: A, services: ToolServices): Promise<Planned> | Planned
  afterCrash?(args: A, services: ToolServices): Promise<ToolOutcome | null> | ToolOutcome | null
  /** The one file that it changes; left out: nothing is known about what it changes. */
  fileOf?(args: A): string
}

export function defineTool<A>(definition: Definition<A>): Tool {
  const { parameters, name } = definition
  return {
    name,
    description: definition.description,
    effect: definition.effect,
    parameters: schemaOf(parameters),
    async prepare(values, services) {
      const args = parameters.safeParse(values)
      return args.success ? definition.prepare(args.data, services) : notReady(wrongArguments(name, args.error))
    },
    async afterCrash(values, services) {
      const args = parameters.safeParse(values)
      if (!args.success) return null
      if (definition.afterCrash) return definition.afterCrash(args.data, services)
      return definition.effect === 'edit' || definition.effect === 'command' ? unknownOutcome : null
    },
    fileOf(values) {
      const args = definition.fileOf === undefined ? null : parameters.safeParse(values)
      return args?.success ? (definition.fileOf?.(args.data) ?? null) : null
    },
  }
}

const schemaOf = (parameters: z.ZodType): JsonObject => {
  const { $schema: _, ...schema } = jsonObject.parse(
    JSON.parse(JSON.stringify(z.toJSONSchema(parameters, { io: 'input' }))),
  )
  return schema
}

function wrongArguments(tool: string, error: z.ZodError): string {
  const faults = error.issues.slice(0, 5).map((issue) => {
    const where = issue.path.join('.')
    return where === '' ? issue.message : `${where}: ${issue.message}`
  })
  return `The arguments of ${tool} are not right. ${faults.join('; ')}. Call it again with corrected arguments.`
}

export const ready = (plan: Plan): Planned => ({ ok: true, plan })
export const notReady = (problem: string): Planned => ({ ok: false, problem })

/** The plan of a call that only reads: nothing to approve, nothing written. */
export const readOnlyPlan = (subject: string, perform: Plan['perform']): Planned =>
  ready({ effect: 'read', title: subject, subject, preview: { kind: 'none' }, writes: [], perform })

export const failed = (text: string, summary = firstSentence(text), data: Json = null): ToolOutcome => ({
  ok: false,
  text,
  summary,
  data,
  body: { kind: 'text', text },
})

const firstSentence = (text: string) => {
  const end = text.search(/[.:;](\s|$)/)
  return (end < 0 ? text : text.slice(0, end)).slice(0, 160)
}

export const unknownOutcome = failed(
  'Interrupted: the run was stopped, or the app ended, while this call ran, so its outcome is unknown. It may have been done wholly, in part or not at all. Look before you repeat it.',
  'interrupted, outcome unknown',
)
