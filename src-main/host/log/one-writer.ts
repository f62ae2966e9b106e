import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'

/**
 * From now on nothing but the app's own writers reaches the terminal: packages print what servers send them, escape
 * sequences included (T27).
 *
 * 1. `console` of this process prints nowhere, whoever calls it, and neither do warnings of Node.
 * 2. A bug that nobody catches ends the process as ever; what it says is made visible first.
 */
export function keepTerminalToOneWriter(): void {
  globalThis.console = new Console(new Writable({ write: (_part, _encoding, done) => done() }))
  process.removeAllListeners('warning')
  process.on('warning', () => undefined)
  process.on('uncaughtException', (thrown) => {
    process.stderr.write(
      `${forTerminal(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))}\n`,
    )
    process.exit(1)
  })
}

const forTerminal = (text: string): string => revealHidden(stripVTControlCharacters(text).replaceAll('\r\n', '\n'))
