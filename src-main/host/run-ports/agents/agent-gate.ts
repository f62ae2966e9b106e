import { commandsIn } from '../../../../src-shared/commands/call-commands.ts'
import { readCommand } from '../../../../src-shared/commands/read-command.ts'
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ApprovalMode,
  ToolEffect,
  ToolLimits,
} from '../../../../src-shared/model/tool.ts'
import type { AgentCall } from '../../../acp/calls.ts'
import type { Decision } from '../../../acp/permission-options.ts'
import { whatRuns } from '../../../tools/call-readings.ts'
import { decide } from '../../../tools/gate.ts'
import { heldForbids, heldRules } from '../../../tools/held-calls.ts'
import { onlyLooks } from '../../../tools/only-looks.ts'
import { phaseForbids } from '../../../tools/phase-limits.ts'
import type { GatedCall, Rule } from '../../../tools/rules.ts'
import { visible, visibleName } from '../../../tools/text/visible.ts'
import { commandOf, diffOf, effectOf, inFolder, pathsOf } from './agent-calls.ts'

interface GateParts {
  /** The agent's name. */
  readonly agent: string
  readonly folder: string
  readonly mode: ApprovalMode
  readonly limits: ToolLimits
  rules(): readonly Rule[]
}

/** What was decided, and whether no person has seen a call that is allowed. */
export interface Passed {
  readonly decision: Decision
  readonly unseen: boolean
}
const denied: Passed = { decision: 'deny', unseen: false }

/**
 * Decides what another agent asks permission for, by the same gate, rules and modes as our own tools.
 *
 * 1. A command is held to the rules of `shell`, an edit to those of `edit_file`. So is a command that the agent calls
 *    reading or searching, unless it is known only to look.
 * 2. A kind that is not known counts as a command, whatever its name says.
 * 3. Files outside of the workspace are never allowed.
 * @param who tells the user who asks, and who does it
 */
export async function passGate(
  call: AgentCall,
  parts: GateParts,
  approve: (ask: ApprovalAsk) => Promise<ApprovalAnswer>,
  who = `The agent ${parts.agent} asks, and does it itself.`,
): Promise<Passed> {
  const files = pathsOf(call).map((each) => inFolder(each, parts.folder))
  const writes = files.filter((each) => each !== null)
  const gated = gatedCall(call, writes, parts)
  if (gated.effect === 'edit' && (writes.length < files.length || writes.length === 0)) return denied
  if (phaseForbids(parts.limits, gated.effect, writes) !== null) return denied
  if (heldForbids(parts.limits, gated) !== null) return denied
  const verdict = decide(gated, parts.mode, [...heldRules(parts.limits), ...parts.rules()])
  if (verdict.kind === 'allow') return { decision: 'allow', unseen: verdict.unseen === true }
  if (verdict.kind === 'refuse') return denied
  const note = [verdict.note ?? '', whatRuns(gated), who].filter((each) => each !== '')
  const answer = await approve({
    tool: gated.tool,
    effect: gated.effect,
    title: titleOf(gated, parts.agent),
    subject: gated.effect === 'edit' ? visibleName(gated.subject) : visible(gated.subject),
    preview: diffOf(call, parts.folder) ?? { kind: 'none' },
    note: note.join(' '),
    rule: verdict.rule,
  })
  return answer.decision === 'deny' ? denied : { decision: 'allow', unseen: false }
}

function gatedCall(call: AgentCall, writes: readonly string[], { agent }: GateParts): GatedCall {
  const effect = gatedEffect(call)
  const title = call.title === '' ? call.kind : call.title
  switch (effect) {
    case 'read':
      return {
        tool: call.kind === 'read' ? 'read_file' : call.kind,
        effect,
        subject: writes.join(', ') || title,
        writes: [],
      }
    case 'edit':
      return { tool: 'edit_file', effect, subject: writes.join(', ') || title, writes }
    case 'command':
      return { tool: 'shell', effect, subject: commandOf(call) ?? title, writes: [] }
    case 'own':
    case 'ask':
      return {
        tool: `${agent}:${call.kind}`,
        effect: 'command',
        subject: title,
        writes: [],
        leaves: true,
        commands: commandsIn(call.input),
      }
  }
}

/** What an agent calls reading may be a command that writes. */
function gatedEffect(call: AgentCall): ToolEffect {
  const effect = effectOf(call)
  if (effect !== 'read') return effect
  const command = commandOf(call)
  return command === null || onlyLooks(readCommand(command)) ? 'read' : 'command'
}

function titleOf({ effect, tool, subject }: GatedCall, agent: string): string {
  if (effect === 'edit') return `Edit ${visibleName(subject)}?`
  return tool === 'shell' ? 'Run a command?' : `Let ${agent} do this?`
}
