import { bubblewrap } from './bubblewrap.ts'
import { locate } from './locate.ts'
import { namespaces } from './namespaces.ts'
import { probe } from './probe.ts'
import type { FoundSandbox } from './sandbox.ts'
import { seatbelt } from './seatbelt.ts'

let found: Promise<FoundSandbox> | undefined

/** How this system can confine a command: probed once per process, on first use. Never rejects. */
export function findSandbox(): Promise<FoundSandbox> {
  found ??= look(process.platform)
  return found
}

function look(platform: NodeJS.Platform): Promise<FoundSandbox> {
  if (platform === 'linux') return onLinux()
  if (platform === 'darwin') return onMac()
  return Promise.resolve(none('Stratagem knows no sandbox for this system.'))
}

async function onLinux(): Promise<FoundSandbox> {
  const wrong = await noNamespaces()
  if (typeof wrong !== 'string') return wrong
  const bwrap = await locate('bwrap')
  const alsoWrong = bwrap === null ? 'not installed' : await probe(bubblewrap(bwrap))
  if (bwrap !== null && alsoWrong === null) return { sandbox: bubblewrap(bwrap) }
  return none(`Linux namespaces don't work here (${wrong}), nor does bubblewrap (${alsoWrong}).`)
}

async function noNamespaces(): Promise<FoundSandbox | string> {
  const unshare = await locate('unshare')
  if (unshare === null) return 'the program unshare is missing'
  const nsenter = await locate('nsenter')
  const quick = nsenter !== null && (await probe(namespaces({ unshare, nsenter }, false))) === null
  const programs = { unshare, nsenter: quick ? nsenter : null }
  const wrong = quick ? null : await probe(namespaces(programs, false))
  if (wrong !== null) return wrong
  return { sandbox: namespaces(programs, (await probe(namespaces(programs, true), false)) === null) }
}

async function onMac(): Promise<FoundSandbox> {
  const wrong = await probe(seatbelt)
  return wrong === null ? { sandbox: seatbelt } : none(`The sandbox of macOS doesn't work here (${wrong}).`)
}

const none = (reason: string): FoundSandbox => ({ sandbox: null, reason })
