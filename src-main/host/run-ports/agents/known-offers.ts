import path from 'node:path'
import { z } from 'zod'
import { type AgentOffers, agentOffers } from '../../../../src-shared/settings/agent-offers.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import type { AgentInfo } from '../../../acp/agent-info.ts'
import type { SessionChoice } from '../../../acp/session-options.ts'
import { readJsonFile, writeJsonFile } from '../../data-folder/json-file.ts'
import type { HostContext } from '../../host-context.ts'

type Parts = Pick<HostContext, 'options' | 'bus'>

/** By command and arguments: an agent that is started otherwise may offer something else. */
const known = z.record(z.string(), agentOffers)
const keyOf = ({ command, args }: AgentEntry): string => JSON.stringify([command, ...args])
const fileIn = ({ options }: Pick<HostContext, 'options'>): string => path.join(options.dataFolder, 'agents.json')

/** What agents said of themselves when they were last started, for lists that are shown without starting them. */
export function readOffers(parts: Pick<HostContext, 'options'>): (entry: AgentEntry) => AgentOffers | null {
  const { value } = readJsonFile(fileIn(parts), known, {})
  return (entry) => value[keyOf(entry)] ?? null
}

/** Remembers it. What can't be written is forgotten: it is asked anew with the next start. */
export function learnOffers(parts: Parts, entry: AgentEntry, offers: AgentOffers): void {
  const { value } = readJsonFile(fileIn(parts), known, {})
  const key = keyOf(entry)
  if (JSON.stringify(value[key]) === JSON.stringify(offers)) return
  try {
    writeJsonFile(fileIn(parts), { ...value, [key]: offers })
  } catch {
    return
  }
  parts.bus.publish({ kind: 'agents' })
}

/** Values of a choice that are remembered. */
const maxValues = 500

export function offersOf(info: AgentInfo, choices: readonly SessionChoice[]): AgentOffers {
  const { name, version, signIns } = info
  return {
    name,
    version,
    signIns,
    abilities: abilitiesOf(info),
    choices: choices.map(({ by: _, id: __, values, ...choice }) => ({ ...choice, values: values.slice(0, maxValues) })),
  }
}

const abilitiesOf = ({ loads, resumes, images, servers }: AgentInfo): readonly string[] => [
  ...(loads || resumes ? ['continues sessions'] : []),
  ...(images ? ['takes images'] : []),
  servers.http ? 'connects to MCP servers' : 'connects to MCP servers that are programs',
]
