import { bubblewrap } from '../../../src-main/sandbox/bubblewrap.ts'
import { locate } from '../../../src-main/sandbox/locate.ts'
import { namespaces } from '../../../src-main/sandbox/namespaces.ts'
import { placeRules } from '../../../src-main/sandbox/place-rules.ts'
import { probe } from '../../../src-main/sandbox/probe.ts'
import type { CommandPlace, Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { seatbelt } from '../../../src-main/sandbox/seatbelt.ts'
import type { Confinement } from '../../../src-main/tools/confinement.ts'
import { sampleOf } from '../project/sample.ts'

/** A sandbox that Stratagem supports, and whether this system has it. */
export interface KnownSandbox {
  readonly name: string
  readonly sandbox: Sandbox | null
}

async function known(name: string, program: string, make: (path: string) => Sandbox): Promise<KnownSandbox> {
  const path = await locate(program)
  const sandbox = path === null ? null : make(path)
  const holds = sandbox !== null && (await probe(sandbox)) === null
  return holds ? { name, sandbox } : { name: `${name} (not on this system)`, sandbox: null }
}

const nsenter = await locate('nsenter')

/** All supported sandboxes. */
export const allSandboxes: readonly KnownSandbox[] = await Promise.all([
  known('namespaces', 'unshare', (unshare) => namespaces({ unshare, nsenter }, true)),
  known('namespaces, prepared by each command', 'unshare', (unshare) => namespaces({ unshare, nsenter: null }, true)),
  known('bubblewrap', 'bwrap', bubblewrap),
  known('seatbelt', 'sandbox-exec', () => seatbelt),
])

/**
 * Those that a run of the tests tries: the usual one of the system, and one of the others. Tests of those that this system
 * lacks are skipped by name.
 */
export const knownSandboxes = sampleOf(
  allSandboxes,
  1,
  ({ name, sandbox }) => sandbox === null || name === 'namespaces' || name === 'seatbelt',
)

/** The options of a confinement with no extra folders and with network access. */
export const anywhere: Omit<CommandPlace, 'workspace'> = {
  temporary: null,
  writable: [],
  readable: [],
  kept: [],
  hidden: [],
  network: true,
  keys: false,
}

/** Returns the confinement for commands in this workspace; looked up for each command. */
export const confinementIn =
  (sandbox: Sandbox, place: CommandPlace, environment: NodeJS.ProcessEnv = {}) =>
  async (): Promise<Confinement> => {
    const rules = await placeRules(place, environment)
    const confine = await sandbox.confine(rules)
    return {
      confine,
      unseen: confine,
      network: place.network ? 'all' : 'none',
      keys: place.keys,
      words: 'May write in a test only.',
      advice: 'it is a test',
    }
  }
