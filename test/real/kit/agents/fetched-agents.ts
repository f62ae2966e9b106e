import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const systems: { readonly [platform: string]: string } = { win32: 'windows' }
const opencode = `opencode-${systems[process.platform] ?? process.platform}-${process.arch}`

/** An agent that nobody here wrote, as it comes from npm. */
interface FetchedAgent {
  /** What Stratagem calls it (`knownAgents`). */
  readonly name: 'opencode' | 'codex' | 'claude' | 'gemini' | 'qwen' | 'pi' | 'kimi' | 'cline'
  readonly packages: readonly string[]
  /** On disk, MB. */
  readonly size: number
  /** Below `node_modules`. */
  readonly program: string
  /** Whether it is fetched unasked, and tested in the usual run. */
  readonly isUsual: boolean
}

const windows = process.platform === 'win32'
const linked = (command: string) => `.bin/${command}${windows ? '.cmd' : ''}`

/** Fetched by `npm run fetch-agents` into the cache, and no dependencies. */
export const fetchedAgents: readonly FetchedAgent[] = [
  {
    name: 'opencode',
    packages: [`${opencode}@1.18.33`],
    size: 180,
    program: `${opencode}/bin/opencode${windows ? '.exe' : ''}`,
    isUsual: true,
  },
  {
    name: 'claude',
    packages: ['@agentclientprotocol/claude-agent-acp@0.101.0'],
    size: 400,
    program: linked('claude-agent-acp'),
    isUsual: true,
  },
  {
    name: 'pi',
    packages: ['pi-acp@0.0.34', '@earendil-works/pi-coding-agent@1.5.2'],
    size: 170,
    program: linked('pi-acp'),
    isUsual: true,
  },
  {
    name: 'codex',
    packages: ['@agentclientprotocol/codex-acp@2.6.0'],
    size: 460,
    program: linked('codex-acp'),
    isUsual: false,
  },
  { name: 'gemini', packages: ['@google/gemini-cli@0.61.0'], size: 100, program: linked('gemini'), isUsual: false },
  { name: 'qwen', packages: ['@qwen-code/qwen-code@0.24.4'], size: 145, program: linked('qwen'), isUsual: false },
  { name: 'kimi', packages: ['@moonshot-ai/kimi-code@2.1.0'], size: 120, program: linked('kimi'), isUsual: false },
  { name: 'cline', packages: ['cline@3.0.65'], size: 430, program: linked('cline'), isUsual: false },
]
export type FetchedName = FetchedAgent['name']

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/agents')

/** Where an agent is installed: another version is another folder. */
export const agentFolder = ({ packages }: FetchedAgent): string =>
  join(cache, packages.map((each) => each.replaceAll('/', '-')).join('+'))

/** The program of an agent, whether or not it is there. */
export const agentProgramFile = (agent: FetchedAgent): string => join(agentFolder(agent), 'node_modules', agent.program)

export const isFetched = (agent: FetchedAgent): boolean => existsSync(agentProgramFile(agent))

/** @throws Error if there is none of this name */
export function fetchedAgent(name: string): FetchedAgent {
  const found = fetchedAgents.find((each) => each.name === name)
  if (found === undefined)
    throw new Error(`There is no agent ${name}. There are: ${fetchedAgents.map((each) => each.name).join(', ')}.`)
  return found
}
