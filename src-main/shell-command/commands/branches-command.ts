import { formatChange, formatFiles } from '../../../src-shared/base/format.ts'
import type { ConversationTree, Run, Turn } from '../../../src-shared/run/conversation.ts'
import { costWithWord } from '../../../src-shared/run/totals-text.ts'
import { strategyTitle, type TitledStrategy } from '../../../src-shared/strategy/strategy-title.ts'
import type { WorkspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { jsonLines } from '../json-lines.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

/**
 * `agent branches`: the tree of a conversation, each turn with its runs under it.
 * `id`: of the conversation, or of one of its runs.
 * @returns the exit code
 */
export async function branchesCommand(
  host: Host,
  { id, json }: { readonly id: string; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const conversationId = id.startsWith('conv_') ? id : runNamed(host, id).conversationId
  const tree = await ask(host, 'conversation-open', { conversationId })
  if (json) {
    jsonLines(terminal, [tree])
    return exitCodes.completed
  }
  const copies = await ask(host, 'workspaces-list', { projectId: tree.conversation.projectId })
  const known = await ask(host, 'strategies-list', { projectId: tree.conversation.projectId })
  const lines = [tree.conversation.title, ...linesUnder(tree, null, '', { copies, known })]
  terminal.out(`${lines.join('\n')}\n`)
  return exitCodes.completed
}

interface Named {
  readonly copies: readonly WorkspaceCopy[]
  readonly known: readonly TitledStrategy[]
}

function linesUnder(
  { turns, conversation }: ConversationTree,
  parentId: string | null,
  indent: string,
  named: Named,
): string[] {
  const children = turns.filter((turn) => turn.parentId === parentId)
  // A turn that is alone continues in the same column: only where branches part does it get deeper.
  const parts = children.length > 1
  return children.flatMap((turn, at) => {
    const isLast = at === children.length - 1
    const [head, rest] = parts ? [isLast ? '└─ ' : '├─ ', isLast ? '   ' : '│  '] : ['', '']
    return [
      `${indent}${head}${titleOf(turn)}`,
      ...turn.runs.map((run) => `${indent}${rest}   ${factsOf(run, named).join('  ')}`),
      ...linesUnder({ turns, conversation }, turn.id, `${indent}${rest}`, named),
    ]
  })
}

const maxTitle = 70

function titleOf({ message, mark }: Turn): string {
  const text = message.replace(/\s+/g, ' ').trim()
  const said = text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text
  const star = mark?.starred === true ? '★ ' : ''
  const name = mark?.name == null ? '' : `[${mark.name}] `
  return `${star}${name}${said}${mark?.archived === true ? ' (archived)' : ''}`
}

function factsOf(run: Run, { copies, known }: Named): string[] {
  const { changes, workspaceId, forkedFrom } = run
  const files =
    changes === null || changes.files === 0
      ? []
      : [`${formatFiles(changes.files)} ${formatChange(changes.added, changes.removed)}`]
  const copy = copies.find((each) => each.id === workspaceId)?.name ?? 'a removed copy'
  return [
    run.id,
    run.status,
    strategyTitle(run.strategy, known),
    ...files,
    costWithWord(run.totals),
    ...(workspaceId === undefined ? [] : [`in the copy ${copy}`]),
    ...(forkedFrom === undefined ? [] : [`from ${forkedFrom.runId} at ${forkedFrom.path}`]),
  ]
}
