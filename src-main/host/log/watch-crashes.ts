import type { HostLog } from './host-log.ts'
import { faultText } from './log-record.ts'

/**
 * Logs what nobody caught, and changes nothing about what it leads to.
 * @param rejections whether promises that nobody caught are told apart, and not as exceptions: in Electron
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
    // Electron prints it only while nobody listens.
    console.error(thrown)
  }
  process.on('uncaughtExceptionMonitor', crashed)
  if (rejections) process.on('unhandledRejection', rejected)
  return () => {
    process.off('uncaughtExceptionMonitor', crashed)
    process.off('unhandledRejection', rejected)
  }
}
