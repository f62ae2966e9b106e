import { statSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import type { AgentProgram } from '../../../acp/agent-process.ts'
import { findProgram } from '../../../processes/find-program.ts'
import { ownWork } from '../../../processes/marks.ts'
import { runToEnd } from '../../../processes/run-to-end.ts'
import type { HostContext } from '../../host-context.ts'
import { agentProgram } from './agent-program.ts'

type Parts = Pick<HostContext, 'confinements' | 'keys' | 'profiles'>

/** Some agents take seconds to start. */
const within = 8000
/** Bytes that are read of what is printed. */
const maxPrinted = 20_000

/** By the program's file: asked once for each version of it. */
const known = new Map<string, Promise<string | null>>()

/**
 * What an agent's program prints as its version; null if it is not found, prints none, or takes too long. It runs in an
 * empty folder, confined as when it works, and without network and keys.
 */
export function agentVersion(parts: Parts, entry: AgentEntry): Promise<string | null> {
  const program = findProgram(entry.command)
  const stat = program === null ? undefined : statSync(program, { throwIfNoEntry: false })
  if (program === null || stat === undefined) return Promise.resolve(null)
  const key = `${program} ${stat.mtimeMs} ${stat.size}`
  const found = known.get(key) ?? ask(parts, entry).catch(() => null)
  known.set(key, found)
  return found
}

async function ask(parts: Parts, { name, command, folders, ...entry }: AgentEntry): Promise<string | null> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stratagem-agent-')))
  try {
    const asked = { ...entry, name, command, folders, args: ['--version'], keys: {}, network: false }
    const program = await agentProgram(parts, asked, folder, parts.confinements.inProject(folder))
    return versionIn(await printed(program, folder))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function printed({ command, args, env }: AgentProgram, folder: string): Promise<string> {
  const asked = { program: command, args, folder, environment: env }
  // One that takes no such option starts, and ends with its input.
  const options = { kind: 'helper', owner: ownWork, input: { text: '' } } as const
  const { output, errors } = await runToEnd(asked, options, { within, most: maxPrinted, atMost: 'keep-first' })
  return `${output}\n${errors}`
}

/** The first thing that looks like a version, as in `opencode 1.18.33` or `v0.4.0-beta.1`. */
export function versionIn(text: string): string | null {
  return /(?<![\w.])v?(\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?)/.exec(text)?.[1] ?? null
}
