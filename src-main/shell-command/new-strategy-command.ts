import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import type { Terminal } from './terminal.ts'

/** `agent new-strategy`: prints where it is. @returns the exit code */
export async function newStrategyCommand(host: Host, name: string, terminal: Terminal): Promise<number> {
  const { file } = await ask(host, 'strategy-new', { name })
  terminal.out(`${file}\n`)
  return 0
}
