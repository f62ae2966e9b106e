import { MessageTooLargeError, ndJsonStream } from '@agentclientprotocol/sdk'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { serveEditor } from '../../shell-editor/serve-editor.ts'
import type { StrategyArgument } from '../arguments/argument-parts.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import type { AcpArguments } from '../arguments/read-servers.ts'
import { UsageError } from '../arguments/usage.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes, onStop } from '../watch-run.ts'

/** `agent acp`: serves an editor until it closes standard input. @returns the exit code */
export async function acpCommand(
  host: Host,
  args: AcpArguments,
  roles: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const { version, dataFolder } = await ask(host, 'host-info', {})
  const strategy = await named(host, args.strategy)
  const chosen = Object.entries(roles).filter(([role]) => role !== 'default' || args.model !== null)
  const stream = ndJsonStream(standardOutput(), standardInput())
  return printNotices(host, terminal, async () => {
    const connection = serveEditor(host, stream, {
      version,
      dataFolder,
      strategy,
      approval: args.approval,
      roles: Object.fromEntries(chosen),
      report: (text) => terminal.error(text),
    })
    const forget = onStop(terminal.unread, () => connection.close())
    await connection.closed
    forget()
    // What the editor still sends would keep this process alive, such as the rest of a message that is too large.
    process.stdin.destroy()
    if (!(connection.signal.reason instanceof MessageTooLargeError)) return exitCodes.completed
    terminal.error(
      'The editor sent a message of more than 32 MB, which ends the connection. Attach less, and reconnect.',
    )
    return exitCodes.failed
  })
}

/** Ends with standard input, or when the connection is closed from here. */
function standardInput(): ReadableStream<Uint8Array> {
  let isOpen = true
  const end = (to: ReadableStreamDefaultController<Uint8Array>) => {
    if (isOpen) to.close()
    isOpen = false
  }
  return new ReadableStream({
    start: (to) => {
      process.stdin.on('data', (bytes) => isOpen && to.enqueue(Buffer.from(bytes)))
      process.stdin.on('end', () => end(to))
      process.stdin.on('error', () => end(to))
    },
    cancel: () => {
      isOpen = false
    },
  })
}

const standardOutput = (): WritableStream<Uint8Array> =>
  new WritableStream({
    write: (bytes) =>
      new Promise((resolve, reject) => process.stdout.write(bytes, (fault) => (fault ? reject(fault) : resolve()))),
  })

/** What a name stands for: a strategy, or else a preset of the user. @throws UsageError if it is neither */
async function named(host: Host, strategy: StrategyArgument): Promise<StrategyPick | null> {
  if (strategy === null || 'auto' in strategy || strategy.inner !== undefined) return strategy
  const strategies = await ask(host, 'strategies-list', { projectId: null })
  if (strategies.some(({ name }) => name === strategy.name)) return strategy
  const presets = await ask(host, 'presets-list', { projectId: null })
  const preset = presets.find(({ name }) => name.toLowerCase() === strategy.name.toLowerCase())
  if (preset !== undefined) return { preset: preset.id }
  throw new UsageError(`There is no strategy and no preset ${JSON.stringify(strategy.name)}.`, 'acp')
}
