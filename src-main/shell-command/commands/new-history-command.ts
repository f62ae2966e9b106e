import { isHistoryLost, setHistoryAside } from '../../host/upkeep/lost-history.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/**
 * `agent new-history`: begins again where the history is lost, and prints where what is left of it is. @returns the
 * exit code
 */
export function newHistoryCommand(dataFolder: string, terminal: Terminal): number {
  if (!isHistoryLost(dataFolder)) {
    terminal.error('Your history exists, so nothing was changed.')
    return exitCodes.failed
  }
  terminal.out(`${setHistoryAside(dataFolder, new Date())}\n`)
  terminal.progress('The next start begins a new history. What was left of the old one is kept there.')
  return exitCodes.completed
}
