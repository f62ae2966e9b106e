import type { Conversation, Run } from '../../../src-shared/run/conversation.ts'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle } from '../../../src-shared/strategy/strategy-title.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { checkedFolder } from '../../host/projects/folder-checks.ts'
import { aligned, cutToWidth } from '../columns.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { maxListed } from './run-named.ts'

/** `agent list`: one run a line, newest first. @returns the exit code */
export async function listCommand(
  host: Host,
  { project: folder, json }: { readonly project: string | null; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const projectId = folder === null ? null : await projectIn(host, checkedFolder(folder))
  if (projectId === undefined) return 0
  const conversations = new Map<string, Conversation>()
  const strategies = new Map<string, readonly StrategyInfo[]>()
  const runs = host.runs.list(projectId, maxListed)
  const rows: string[][] = []
  const all = folder === null ? runs : host.runs.list(null, maxListed)
  const numbers = new Map(all.map(({ id }, at) => [id, at + 1]))
  let damaged = false
  for (const run of runs) {
    const conversation = conversations.get(run.conversationId) ?? (await conversationOf(host, run))
    conversations.set(run.conversationId, conversation)
    const marks = marksOf(run, conversation)
    damaged ||= marks.length > 0
    if (json) {
      terminal.data(`${JSON.stringify({ ...run, title: conversation.title })}\n`)
      continue
    }
    const known = strategies.get(run.projectId) ?? (await ask(host, 'strategies-list', { projectId: run.projectId }))
    strategies.set(run.projectId, known)
    const cells = [run.id, run.status, strategyTitle(run.strategy, known), conversation.title, ...marks].map(oneCell)
    if (terminal.width === null) terminal.out(`${cells.join('\t')}\n`)
    else rows.push([`${numbers.get(run.id)}`, run.id.slice(-6), started(run), ...cells.slice(1)])
  }
  for (const line of aligned(rows)) terminal.out(`${cutToWidth(line, terminal.width ?? 80)}\n`)
  if (!damaged) return exitCodes.completed
  terminal.error(damagedText)
  return exitCodes.failed
}

/** By this computer's clock, to the minute. */
function started({ startedAt }: Run): string {
  const at = new Date(startedAt - new Date(startedAt).getTimezoneOffset() * 60_000)
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

function marksOf(run: Run, conversation: Conversation): string[] {
  if (run.damaged) return ['damaged']
  return conversation.damaged ? ['in a damaged conversation'] : []
}

const damagedText =
  'Runs marked as damaged were damaged on disk. `agent show RUN` shows what is left. Restore a backup of the data folder to repair it.'

async function projectIn(host: Host, folder: string): Promise<string | undefined> {
  const projects = await ask(host, 'projects-list', {})
  return projects.find((each) => each.folder === folder)?.id
}

/** Tabs and line ends would break the table. */
const oneCell = (text: string): string => text.replace(/\s+/g, ' ')

export async function titleOf(host: Host, run: Run): Promise<string> {
  return oneCell((await conversationOf(host, run)).title)
}

async function conversationOf(host: Host, run: Run): Promise<Conversation> {
  return (await ask(host, 'conversation-open', { conversationId: run.conversationId })).conversation
}
