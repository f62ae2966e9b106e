import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type library from 'electron-log/node'
import { createRedactor } from '../settings/redact-secrets.ts'
import type { LogField, LogRecord } from './log-record.ts'

/**
 * What the host did and what went wrong, in `logs/stratagem.log` of the data folder, for troubleshooting.
 * It names runs and requests and never contains what people or models wrote; what looks like a secret is still
 * removed. Each record is written before `write` returns, and no error of the log ever reaches its caller.
 */
export interface HostLog {
  /** Absolute path of the newest file; null if nothing is logged because the data folder can't be written. */
  readonly file: string | null
  /** Writes the start record now rather than with the first other record: a command that only reads writes none. */
  begin(): void
  write(record: LogRecord): void
  end(): void
  /** The newest lines, oldest first. */
  recent(count: number): readonly string[]
}

/** Maximum bytes of a file, and the number of older files that are kept. */
const maxSize = 1_000_000
const maxOldFiles = 3
const fileName = 'stratagem.log'

/**
 * Free until the first record: the library is loaded then.
 * @param folder the data folder, or null for one that can't be written
 * @param start is written before the first record
 * @param keys secrets that must not be in a record, requested when one is written
 */
export function openHostLog(folder: string | null, start: LogRecord, keys: () => readonly string[]): HostLog {
  if (folder === null) return { file: null, begin: () => {}, write: () => {}, end: () => {}, recent: () => [] }
  const logs = join(folder, 'logs')
  let logger: ReturnType<typeof openLogger> | null = null
  const append = ({ level, event, ...fields }: LogRecord) => {
    try {
      logger ??= openLogger(logs)
      logger[level](createRedactor(keys()).text(lineOf(event, fields)))
    } catch {
      // Not even a full disk may stop what is being logged.
    }
  }
  let hasBegun = false
  const begin = () => {
    if (!hasBegun) append(start)
    hasBegun = true
  }
  return {
    file: join(logs, fileName),
    begin,
    write: (record) => {
      begin()
      append(record)
    },
    end: () => {
      if (hasBegun) append({ level: 'info', event: 'host-end' })
    },
    recent: (count) => linesOf(join(logs, fileName)).slice(-count),
  }
}

function openLogger(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Synchronous: a record of a crash must be written before the process ends.
  const { create, transports }: typeof library = createRequire(import.meta.url)('electron-log/node')
  const logger = create({ logId: folder })
  const { file, console } = logger.transports
  // The library reports write errors to its first logger.
  transports.console.writeFn = () => {}
  console.level = false
  file.level = 'info'
  file.resolvePathFn = () => join(folder, fileName)
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.maxSize = maxSize
  file.archiveLogFn = () => rotate(folder)
  file.format = ({ data, level, message }) => [`${message.date.toISOString()} ${process.pid} ${level} ${data[0]}`]
  return logger
}

/** Another process may do the same at the same time: then one of the two has nothing to rename. */
function rotate(folder: string): void {
  const nameOf = (age: number) => join(folder, age === 0 ? fileName : fileName.replace('.', `.${age}.`))
  for (let age = maxOldFiles - 1; age >= 0; age--) {
    try {
      renameSync(nameOf(age), nameOf(age + 1))
    } catch {}
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/).slice(0, -1)
  } catch {
    return []
  }
}

/** One line per record, whatever a field contains. */
function lineOf(event: string, fields: { readonly [name: string]: LogField }): string {
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${/^[\w.:@/+-]+$/.test(`${value}`) ? value : JSON.stringify(value)}`,
  )
  return [event, ...shown].join(' ')
}
