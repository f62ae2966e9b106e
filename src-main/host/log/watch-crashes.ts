import type { HostLog } from './host-log.ts'
import { faultText } from './log-record.ts'

/**
 * Logs uncaught errors without changing their effect.
 * @param rejections whether unhandled rejections are reported separately from exceptions, as in Electron
 * @returns ends the watch
 */
export function watchCrashes(log: HostLog, rejections: boolean): () => void {
  const crashed = (thrown: unknown, origin: string) =>
    log.write({
      level: 'error',
      event: 'crash',
      origin,
      fault: faultText(thrown instanceof Error ? (thrown.stack ?? thrown.name) : typeof thrown),
    })
  const rejected = (thrown: unknown) => {
    crashed(thrown, 'unhandledRejection')
    // Electron prints it only if there is no listener.
    console.error(thrown)
  }
  process.on('uncaughtExceptionMonitor', crashed)
  if (rejections) process.on('unhandledRejection', rejected)
  return () => {
    process.off('uncaughtExceptionMonitor', crashed)
    process.off('unhandledRejection', rejected)
  }
}
