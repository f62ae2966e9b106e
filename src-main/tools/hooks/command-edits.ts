import { counted } from '../../../src-shared/base/format.ts'
import { keepEnds } from '../text/shorten.ts'
import type { ToolOutcome } from '../tool.ts'
import { type HookedCall, hooksAfterEdit, hooksFor } from './call-hooks.ts'

/** Files that a command changed and that hooks run for; a checkout can change thousands. */
const maxFiles = 20
/** Characters of what the hooks after one command say. */
const maxSaid = 20_000

/** Returns the result of a command with what the hooks after its edits say. */
export type CommandEdits = (done: ToolOutcome) => Promise<ToolOutcome>

/**
 * Remembers the files before a command, for the hooks after an edit: they also run for each file that a command made
 * or changed. A file that git ignores is not seen.
 * @returns null if no hook would run, so that nothing has to be remembered
 */
export async function watchEdits(call: HookedCall): Promise<CommandEdits | null> {
  const { hooks, plan, services } = call
  if (plan.effect !== 'command' || !hooks.some(({ event }) => event === 'after-edit')) return null
  try {
    const changed = await services.changedFiles?.()
    return changed === undefined ? null : (done) => withHooks(call, done, changed)
  } catch {
    return (done) => Promise.resolve(unknown(done))
  }
}

async function withHooks(
  call: HookedCall,
  done: ToolOutcome,
  changed: () => Promise<readonly string[]>,
): Promise<ToolOutcome> {
  const paths = await changed().catch(() => null)
  if (paths === null) return unknown(done)
  const edits = (await Promise.all(paths.map((path) => editOf(call, path)))).filter((each) => each !== null)
  const said: string[] = []
  for (const edit of edits.slice(0, maxFiles)) {
    if (call.context.signal.aborted) break
    said.push(...(await hooksAfterEdit(edit, hooksFor(edit, 'after-edit'), done.text)))
  }
  const left = edits.length - maxFiles
  const parts = [
    ...(said.length > 0 ? [keepEnds(said.join('\n\n'), 'The middle was left out.', maxSaid)] : []),
    ...(left > 0
      ? [`[The command changed many files: the user's hooks did not run for ${counted(left, 'file')}.]`]
      : []),
  ]
  return parts.length === 0 ? done : { ...done, text: [done.text, ...parts].join('\n\n') }
}

/** The call as if it had edited this one file; null if no hook is for that, or if the file is gone. */
async function editOf(call: HookedCall, path: string): Promise<HookedCall | null> {
  const edit = { ...call, plan: { ...call.plan, effect: 'edit' as const, subject: path, writes: [path] } }
  if (hooksFor(edit, 'after-edit').length === 0) return null
  const found = await call.services.files.resolve(path)
  return found.ok && found.kind === 'file' ? edit : null
}

const unknown = (done: ToolOutcome): ToolOutcome => ({
  ...done,
  text: `${done.text}\n\n[Which files this command changed could not be found out, so the user's hooks after an edit did not run.]`,
})
