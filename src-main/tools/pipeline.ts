import { normalize } from 'node:path/posix'
import type { StartedHook } from '../../src-shared/hooks/hook.ts'
import { imageMark, withoutMarks } from '../../src-shared/mentions/image-marks.ts'
import type { ToolCall } from '../../src-shared/model/message.ts'
import type { ApprovalAsk, ApprovalMode, SeenFile, ToolBody } from '../../src-shared/model/tool.ts'
import { withFolderInstructions } from '../../src-shared/run/folder-instructions.ts'
import { nearestName, parseArguments } from './arguments/parse-arguments.ts'
import type { ReadFiles } from './built-in/read-files.ts'
import type { CallContext, ToolCallContext } from './call-context.ts'
import { whatRuns } from './call-readings.ts'
import { decide, type Verdict } from './gate.ts'
import { heldForbids, heldRules } from './held-calls.ts'
import { type HookedCall, hooksFor, runHooksBefore, withHooksAfter } from './hooks/call-hooks.ts'
import { watchEdits } from './hooks/command-edits.ts'
import type { NestedInstructions } from './instructions/nested-instructions.ts'
import { phaseForbids } from './phase-limits.ts'
import type { LockKind, ReadWriteLock } from './read-write-lock.ts'
import type { Rule } from './rules.ts'
import { plainPath } from './text/plain-path.ts'
import { visible, visibleName } from './text/visible.ts'
import { type CallRun, failed, type Plan, type Tool, type ToolOutcome, type ToolServices } from './tool.ts'

/**
 * The stages of every call: complete? known? well-formed? ready? allowed by the phase? by the gate? by the user's
 * hooks? by the user? Then it is executed, and the hooks after it.
 *
 * 1. A failed call is a result that says why; only what the agent's own context throws is rethrown.
 * 2. A writing call holds the run's lock from its preparation to its end, the wait for the user included: what
 *    was shown is what runs, and later calls of the same answer see its effects. Edits of different files hold it
 *    together, so that the user is asked about all of them at once.
 * 3. The workspace's lock, which other runs wait for too, is held only during the effect.
 * 4. `begin` is called right before an effect, and never for a call that only reads or is refused.
 * 5. A hook can refuse a call, and gives no permission.
 */
export interface Pipeline {
  readonly tools: readonly Tool[]
  readonly services: ToolServices
  readonly instructions: NestedInstructions
  readonly mode: ApprovalMode
  /** Read at every call, so that a rule stored a moment ago counts. */
  rules(): readonly Rule[]
  /** The user's and the project's hooks that the user trusts. */
  readonly hooks: readonly StartedHook[]
  readonly ownTurns: ReadWriteLock
  readonly workspaceTurns: ReadWriteLock
}

export async function runCall(pipe: Pipeline, call: ToolCall, context: CallContext): Promise<CallRun> {
  const started = performance.now()
  const seen: SeenFile[] = []
  const services = { ...pipe.services, reads: noting(pipe.services.reads, seen) }
  const done = withImages(await perform({ ...pipe, services }, call, context))
  const { body, ...rest } = done.ok ? await withInstructions(pipe, done, seen) : done
  const durationMs = performance.now() - started
  return { result: { callId: call.id, tool: call.tool, durationMs, ...rest }, body, ...(seen.length > 0 && { seen }) }
}

/** Adds the marks of a result's images. What looks like one in its text is none (T41). */
function withImages({ images = [], ...done }: ToolOutcome): ToolOutcome {
  return { ...done, text: [withoutMarks(done.text), ...images.map(imageMark)].join('\n') }
}

/** Adds the instructions of the folders that the call worked in, if the run has not got them yet. */
async function withInstructions(pipe: Pipeline, done: ToolOutcome, seen: SeenFile[]): Promise<ToolOutcome> {
  const found = await pipe.instructions.newFor(seen.map(({ path }) => path))
  if (found.length === 0) return done
  for (const { file, hash } of found) seen.push({ path: file, hash })
  return { ...done, text: withFolderInstructions(done.text, found) }
}

/** Remembers as before, and also records what this one call saw, for the log. */
const noting = (reads: ReadFiles, seen: SeenFile[]): ReadFiles => ({
  saw: (path, hash) => {
    reads.saw(path, hash)
    seen.push({ path, hash })
  },
  seen: reads.seen,
})

async function perform(pipe: Pipeline, call: ToolCall, context: CallContext): Promise<ToolOutcome> {
  if (!call.complete)
    return failed(
      'The answer broke off inside this call, so it was not run. Make the whole call again.',
      'cut off, not run',
    )
  const tool = pipe.tools.find((each) => each.name === call.tool)
  if (tool === undefined) return unknownTool(pipe, call.tool)
  const parsed = parseArguments(tool, call.arguments)
  if (!parsed.ok) return failed(parsed.problem, 'malformed arguments')
  const noted = (done: ToolOutcome): ToolOutcome =>
    parsed.note === '' ? done : { ...done, text: `${done.text}\n${parsed.note}` }
  if (tool.effect === 'ask' || tool.effect === 'own') return noted(await inTurn(pipe, tool, parsed.values, context))
  const giveBack = await pipe.ownTurns.take(turnOf(pipe, tool, parsed.values), context.signal)
  if (giveBack === null) return stopped
  try {
    return noted(await inTurn(pipe, tool, parsed.values, context))
  } finally {
    giveBack()
  }
}

/** With hooks, whose commands may write any file, edits take their turns alone, too. */
function turnOf({ hooks }: Pipeline, tool: Tool, values: unknown): LockKind {
  if (tool.effect === 'read') return 'read'
  const file = hooks.length > 0 ? null : tool.fileOf(values)
  return file === null ? 'write' : { edits: plainPath(normalize(file.replaceAll('\\', '/'))) }
}

/** Why a call would fail before it begins: an unknown tool, or arguments that do not fit; null if neither. */
export async function problemWith({ tools, services }: Pipeline, call: ToolCall): Promise<string | null> {
  const tool = tools.find((each) => each.name === call.tool)
  if (tool === undefined) return `There is no tool named ${visibleName(call.tool.slice(0, 80))} here.`
  const parsed = parseArguments(tool, call.arguments)
  if (!parsed.ok) return parsed.problem
  const prepared = await tool.prepare(parsed.values, services)
  return prepared.ok ? null : prepared.problem
}

async function inTurn(pipe: Pipeline, tool: Tool, values: unknown, context: CallContext): Promise<ToolOutcome> {
  if (context.interrupted) {
    const known = await looked(context.signal, () => tool.afterCrash(values, pipe.services))
    if (known !== null) return known
  }
  const prepared = await looked(context.signal, () => tool.prepare(values, pipe.services))
  if (!('plan' in prepared)) return 'problem' in prepared ? failed(prepared.problem) : prepared
  const plan = prepared.plan
  const forbidden =
    phaseForbids(context.limits, plan.effect, plan.writes) ?? heldForbids(context.limits, { ...plan, tool: tool.name })
  if (forbidden !== null) return failed(forbidden, 'not allowed in this phase')
  const { hooks, services } = pipe
  const call = { tool: tool.name, values, plan, hooks, services, context }
  const passed = await passGate(pipe, tool, call)
  if ('summary' in passed) return passed
  return effect(pipe, call, { ...context, ...passed, owner: context.owner ?? 'no-run' })
}

type Passed = Pick<ToolCallContext, 'unseen'>

async function passGate(pipe: Pipeline, tool: Tool, call: HookedCall): Promise<ToolOutcome | Passed> {
  const { plan, context } = call
  const rules = [...heldRules(context.limits), ...pipe.rules()]
  const verdict = decide({ ...plan, tool: tool.name }, pipe.mode, rules)
  if (verdict.kind === 'refuse') return failed(verdict.reason, 'refused', { notAllowed: true })
  const refused = await passHooks(pipe, call)
  if (refused !== null) return refused
  if (verdict.kind === 'allow') return { unseen: verdict.unseen === true }
  const answer = await context.approve(question(tool, plan, verdict))
  if (context.signal.aborted) return stopped
  if (answer.decision !== 'deny') return { unseen: false }
  const byUser = answer.by === 'user'
  const note = answer.note.trim() === '' ? '' : ` ${byUser ? 'The user says: ' : ''}${answer.note.trim()}`
  const who = byUser ? 'The user denied this call' : 'This call needs approval, and nobody can give it now'
  return failed(`${who}; it was not run.${note} Do not try the same by another way.`, 'denied', {
    notAllowed: true,
  })
}

/** A hook may write: it works under the workspace's lock, like an effect. */
async function passHooks(pipe: Pipeline, call: HookedCall): Promise<ToolOutcome | null> {
  const hooks = hooksFor(call, 'before-tool')
  if (hooks.length === 0) return null
  const { signal } = call.context
  const giveBack = await pipe.workspaceTurns.take('write', signal)
  if (giveBack === null) return stopped
  const refused = await runHooksBefore(call, hooks).finally(giveBack)
  return signal.aborted ? stopped : refused
}

/** Exactly what will run, with hidden characters made visible (threat T24). */
function question(tool: Tool, plan: Plan, verdict: Extract<Verdict, { kind: 'ask' }>): ApprovalAsk {
  return {
    tool: tool.name,
    effect: plan.effect,
    title: visibleName(plan.title),
    subject: plan.effect === 'edit' ? visibleName(plan.subject) : visible(plan.subject),
    preview: visiblePreview(plan.preview),
    ...noteOf(verdict.note, whatRuns({ ...plan, tool: tool.name }), plan.note),
    rule: verdict.rule,
  }
}

function noteOf(...notes: readonly (string | undefined)[]): Pick<ApprovalAsk, 'note'> {
  const texts = notes.filter((each) => each !== undefined && each !== '')
  return texts.length === 0 ? {} : { note: visibleName(texts.join(' ')) }
}

function visiblePreview(preview: ToolBody): ToolBody {
  const lines = (text: string) => visible(text.replaceAll('\r\n', '\n'))
  if (preview.kind === 'diff') return { ...preview, path: visibleName(preview.path), patch: lines(preview.patch) }
  return preview.kind === 'text' ? { ...preview, text: lines(preview.text) } : preview
}

async function effect(pipe: Pipeline, call: HookedCall, context: CallContext & ToolCallContext): Promise<ToolOutcome> {
  const { plan } = call
  if (plan.effect === 'ask' || plan.effect === 'own') return plan.perform(context)
  const giveBack = await pipe.workspaceTurns.take(plan.effect === 'read' ? 'read' : 'write', context.signal)
  if (giveBack === null) return stopped
  try {
    const withEdits = await watchEdits(call)
    if (plan.effect !== 'read') context.begin()
    const work = () => plan.perform(context)
    // An effect is awaited to its end, so that no other starts in the meantime; a read may be abandoned.
    const done = await (plan.effect === 'read' ? looked : guarded)(context.signal, work)
    if (context.signal.aborted) return done
    if (withEdits !== null) return await withEdits(done)
    const hooks = hooksFor(call, 'after-edit')
    return hooks.length === 0 ? done : await withHooksAfter(call, hooks, done)
  } finally {
    giveBack()
  }
}

/** Runs a tool's own code: if it throws, this call fails, and the run continues. */
async function guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | ToolOutcome> {
  try {
    return signal.aborted ? stopped : await work()
  } catch (thrown) {
    if (signal.aborted) return stopped
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return failed(`The tool itself broke: ${why}. Try another way.`, 'the tool broke')
  }
}

/** The same for what changes nothing: on a stop it is abandoned, for example a read that hangs on a dead disk. */
function looked<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | ToolOutcome> {
  return new Promise((resolve) => {
    const stop = () => resolve(stopped)
    signal.addEventListener('abort', stop, { once: true })
    void guarded(signal, work).then((done) => {
      signal.removeEventListener('abort', stop)
      resolve(done)
    })
  })
}

const stopped = failed('Stopped by the user before it was finished.', 'stopped')

function unknownTool(pipe: Pipeline, name: string): ToolOutcome {
  const known = pipe.tools.map((each) => each.name)
  const near = nearestName(name, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const shown = visibleName(name.slice(0, 80))
  return failed(`There is no tool named ${shown} here.${hint} The tools are: ${known.join(', ')}.`, 'unknown tool')
}
