import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { unpackLogs } from '../host/unpack-logs.ts'

/** Changes text in the logs of a data folder behind the app's back, to simulate damage. */
export function changeLogText(dataFolder: string, ...changes: readonly string[]): void {
  const file = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).find((each) =>
    /\.(db|sqlite)$/.test(each),
  )
  if (file === undefined) throw new Error('there is no database')
  unpackLogs(path.join(dataFolder, file))
  const database = new Database(path.join(dataFolder, file))
  for (let at = 0; at + 1 < changes.length; at += 2) {
    database
      .prepare('UPDATE events SET text = replace(text, ?, ?) WHERE text LIKE \'%"model-end"%\'')
      .run(changes[at], changes[at + 1])
  }
  database.close()
}
