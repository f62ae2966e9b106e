import type { Run } from '../../../src-shared/run/conversation.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { checkedFolder } from '../../host/projects/folder-checks.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

const mostListed = 10_000

/** `agent list`: one run a line, newest first. @returns the exit code */
export async function listCommand(host: Host, folder: string | null, terminal: Terminal): Promise<number> {
  const projectId = folder === null ? null : await projectIn(host, checkedFolder(folder))
  if (projectId === undefined) return 0
  const titles = new Map<string, string>()
  const runs = host.runs.list(projectId, mostListed)
  for (const run of runs) {
    const title = titles.get(run.conversationId) ?? (await titleOf(host, run))
    titles.set(run.conversationId, title)
    const cells = [run.id, run.status, choiceLabel(run.strategy), title, ...(run.damaged ? ['damaged'] : [])]
    terminal.out(`${cells.map(oneCell).join('\t')}\n`)
  }
  if (!runs.some(({ damaged }) => damaged)) return exitCodes.completed
  terminal.error(damagedText)
  return exitCodes.failed
}

const damagedText =
  'Runs marked as damaged were damaged on the disk: `agent show RUN` shows what is left. Restore a backup of the data folder to repair them.'

async function projectIn(host: Host, folder: string): Promise<string | undefined> {
  const projects = await ask(host, 'projects-list', {})
  return projects.find((each) => each.folder === folder)?.id
}

/** Tabs and line ends would break the table. */
const oneCell = (text: string): string => text.replace(/\s+/g, ' ')

export async function titleOf(host: Host, run: Run): Promise<string> {
  const { conversation } = await ask(host, 'conversation-open', { conversationId: run.conversationId })
  return conversation.title.replace(/\s+/g, ' ')
}
