import { type Json, jsonObject } from '../../../src-shared/base/json.ts'
import type { HookResult, StartedHook } from '../../../src-shared/hooks/hook.ts'
import type { CallContext } from '../call-context.ts'
import { unifiedDiff } from '../text/unified-diff.ts'
import { visibleName } from '../text/visible.ts'
import { failed, type Plan, type ToolOutcome, type ToolServices } from '../tool.ts'
import type { TextFile } from '../workspace-port.ts'
import { hookConcerns } from './hook-concerns.ts'
import { runHook } from './run-hook.ts'

/** A prepared call, and what its hooks need. */
export interface HookedCall {
  readonly tool: string
  readonly values: unknown
  readonly plan: Plan
  readonly hooks: readonly StartedHook[]
  readonly services: ToolServices
  readonly context: CallContext
}

/** The hooks that concern a call. @param event a call that only asks or records has none */
export const hooksFor = ({ hooks, plan, tool }: HookedCall, event: StartedHook['event']): readonly StartedHook[] =>
  plan.effect === 'ask' || plan.effect === 'own'
    ? []
    : hooks.filter((each) => each.event === event && hookConcerns(each, { ...plan, tool }))

/** Runs the hooks before a call, until one refuses it. @returns the result of a refused call; null: it may go on */
export async function runHooksBefore(call: HookedCall, hooks: readonly StartedHook[]): Promise<ToolOutcome | null> {
  for (const hook of hooks) {
    const { decision, output } = await perform(hook, call, {})
    if (call.context.signal.aborted) return null
    if (decision === 'refuse') return refused(output)
  }
  return null
}

const refused = (output: string): ToolOutcome =>
  failed(
    `A hook of the user refused this call; it was not run.${output === '' ? '' : ` It says:\n${output}\n`} Do not try the same by another way.`,
    'refused by a hook',
    { notAllowed: true },
  )

/** The result of an edit, with what the hooks after it said. */
export async function withHooksAfter(
  call: HookedCall,
  hooks: readonly StartedHook[],
  done: ToolOutcome,
): Promise<ToolOutcome> {
  if (!done.ok) return done
  return { ...done, text: [done.text, ...(await hooksAfterEdit(call, hooks, done.text))].join('\n\n') }
}

/** What the hooks after an edit printed, and how they changed the file. @param result of the call, for the hooks */
export async function hooksAfterEdit(
  call: HookedCall,
  hooks: readonly StartedHook[],
  result: string,
): Promise<readonly string[]> {
  const said: string[] = []
  for (const hook of hooks) {
    if (call.context.signal.aborted) break
    const before = await readAll(call)
    const done = await perform(hook, call, { result })
    said.push(saidAfter(hook, call.plan.subject, done), ...changedBy(call, before, await readAll(call)))
  }
  return said.filter((part) => part !== '')
}

function saidAfter(hook: StartedHook, path: string, { ended, exitCode, output }: HookResult): string {
  if (output === '' && exitCode === 0) return ''
  const how =
    ended === 'time-limit'
      ? `ended after ${hook.seconds} s`
      : exitCode === null
        ? 'did not run'
        : `exit code ${exitCode}`
  return `[The user's hook after the edit of ${visibleName(path)}, ${visibleName(hook.command)}: ${how}]${output === '' ? '' : `\n${output}`}`
}

/** Characters of a change that a model gets. */
const maxPatch = 8000

type Files = ReadonlyMap<string, TextFile>

/**
 * What a hook changed in the files of the edit. The model counts as having seen a change that it gets whole, of a file
 * that it knew.
 */
function changedBy({ services }: HookedCall, before: Files, after: Files): readonly string[] {
  return [...after].flatMap(([path, now]) => {
    const was = before.get(path)
    if (was === undefined || was.hash === now.hash) return []
    const { patch } = unifiedDiff(path, was.text, now.text)
    if (patch.length > maxPatch) return [`The hook changed ${visibleName(path)}: read it again before you edit it.`]
    if (services.reads.seen(path) === was.hash) services.reads.saw(path, now.hash)
    return [`The hook changed ${visibleName(path)}:\n${patch}`]
  })
}

async function readAll({ plan, services }: HookedCall): Promise<Files> {
  const files = new Map<string, TextFile>()
  for (const path of plan.writes) {
    const read = await services.files.readText(path)
    if (read.ok) files.set(path, read)
  }
  return files
}

/** Runs one hook, recorded in the run's log. */
function perform(hook: StartedHook, call: HookedCall, more: { readonly [name: string]: Json }): Promise<HookResult> {
  const { tool, plan, context, services } = call
  const { event, command, source } = hook
  const [file] = plan.writes
  const values = jsonObject.safeParse(call.values)
  const input = {
    event,
    tool,
    arguments: values.success ? values.data : {},
    ...(file !== undefined && { file }),
    folder: services.files.folder,
    ...more,
  }
  const place = {
    folder: services.files.folder,
    environment: services.environment,
    scripts: services.scripts,
    confinement: services.confinement,
  }
  const run = () => runHook(hook, input, place, { signal: context.signal, owner: context.owner ?? 'no-run' })
  return context.hook?.({ event, command, source, tool, subject: plan.subject }, run) ?? run()
}
