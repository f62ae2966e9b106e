import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { maxImageBytes, type SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunRequest } from '../../../src-shared/run/run-request.ts'
import { unwrapConversation } from '../../../src-shared/strategy/resolve-choice.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { Budget } from '../../../src-shared/strategy/task.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { asUsageError } from '../arguments/as-usage-error.ts'
import { type CommandModels, withEfforts } from '../arguments/command-profiles.ts'
import { commandRoles } from '../arguments/command-roles.ts'
import { pickByName } from '../arguments/pick-by-name.ts'
import type { RunArguments } from '../arguments/read-run.ts'
import { withSets } from '../arguments/set-options.ts'
import { UsageError } from '../arguments/usage.ts'
import { printNotices } from '../print-notices.ts'
import { projectIn } from '../project-in.ts'
import { filesAfter, type Place, placeIn } from '../run-place.ts'
import { reportFiles } from '../start-files.ts'
import type { Terminal } from '../terminal.ts'
import { watchRun } from '../watch-run.ts'

/** `agent run`: a message in a new conversation, or in one that is there. @returns the exit code */
export const runCommand: typeof startAndWatch = (host, args, roles, terminal) =>
  printNotices(host, terminal, (once) => startAndWatch(host, args, roles, once))

/** @returns the exit code */
async function startAndWatch(
  host: Host,
  args: RunArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const run = await startRun(host, args, roles, terminal)
  return watchRun(host, { run, afterSeq: -1, json: args.json }, terminal)
}

/** Starts the run of a message. @throws UsageError, FailureError if it can't be; nothing is left of it then */
export async function startRun(
  host: Host,
  args: RunArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<Run> {
  const found = args.answers === null ? null : await placeIn(host, args)
  const projectId = found?.projectId ?? (await projectIn(host, args.project)).id
  const images = [...(found?.again?.images ?? []), ...(await addImages(host, args.images))]
  const strategy = await withSetOptions(host, args, projectId)
  const picked = await pickByName(
    host,
    { ...args, strategy },
    await rolesFor(host, args, roles, found, projectId),
    projectId,
  )
  const ready = found === null ? {} : await filesAfter(host, found, args.files, terminal)
  const conversationId = found?.conversationId ?? (await ask(host, 'conversation-create', { projectId })).id
  const request: RunRequest = {
    conversationId,
    parentId: found?.parentId ?? null,
    ...(found?.atEnd && { atEnd: true as const }),
    message: args.message ?? found?.again?.message ?? '',
    ...(images.length > 0 && { images }),
    ...picked,
    ...found?.workspace,
    ...ready,
    strategy: picked.strategy ?? (found === null ? null : await strategyBefore(host, found)),
    mode: args.mode,
    approval: args.approval,
    budget: await budgetWith(host, args, terminal),
  }
  const run = await asUsageError(() => ask(host, 'run-start', request)).catch(async (thrown) => {
    // What was refused leaves no empty conversation.
    if (found === null) await ask(host, 'conversation-delete', { conversationId })
    throw thrown
  })
  if (found !== null) reportFiles(terminal, run, found.when)
  return run
}

/**
 * A conversation goes on with the strategy of its latest run, as in the window, unless it has one of its own.
 * @returns null if the defaults decide
 */
async function strategyBefore(host: Host, place: Place): Promise<StrategyPick | null> {
  const { projectId, conversationId, before } = place
  const defaults = await ask(host, 'strategy-defaults-read', { projectId, conversationId })
  if (before === null || defaults.conversation !== null) return null
  const { events } = await ask(host, 'run-page', { runId: before.id, afterSeq: -1, most: 1 })
  const [first] = events
  const routed = first?.type === 'run-start' ? first.routed?.pick : undefined
  return routed ?? unwrapConversation(before.strategy)
}

async function withSetOptions(host: Host, { strategy, sets }: RunArguments, projectId: string) {
  if (strategy === null || !('name' in strategy) || sets.length === 0) return strategy
  return withSets(strategy, sets, await ask(host, 'strategies-list', { projectId }), 'run')
}

/** Stores the images before anything else begins. @throws UsageError if one can't be read */
async function addImages(host: Host, files: readonly string[]): Promise<SentImage[]> {
  const added: SentImage[] = []
  for (const file of files) {
    const { ref, name } = await ask(host, 'image-add', { name: basename(file), data: readImage(file) })
    added.push({ ref, name })
  }
  return added
}

function readImage(file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`There is no image ${file}.`, 'run')
  if (size > maxImageBytes) throw new UsageError(`The image ${file} is larger than 5 MB.`, 'run')
  return readFileSync(file).toString('base64')
}

/** In a conversation that is there, its models answer, but for those that the command line names. */
async function rolesFor(
  host: Host,
  args: RunArguments,
  named: CommandModels['roles'],
  place: Place | null,
  projectId: string,
): Promise<CommandModels['roles']> {
  const usual =
    place === null ? [] : Object.entries(place.before?.roles ?? {}).map(([role, { profileId }]) => [role, profileId])
  if (place !== null && args.model === null) {
    const own = Object.entries(named).filter(([role]) => role !== 'default')
    return withEfforts(Object.fromEntries([...usual, ...own]), args.efforts)
  }
  return commandRoles(args, named, await ask(host, 'strategies-list', { projectId }))
}

async function budgetWith(host: Host, { limits, atLimit }: RunArguments, { ask: person }: Terminal): Promise<Budget> {
  const { budget } = await ask(host, 'settings-read', {})
  return { ...budget, ...limits, atLimit: atLimit ?? (person === null ? 'stop' : (budget.atLimit ?? 'ask')) }
}
