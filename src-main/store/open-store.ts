import { dirname, join } from 'node:path'
import { z } from 'zod'
import { batchTable, taskTable } from './batches.ts'
import { bodyTable } from './bodies.ts'
import { comparisonTable } from './comparisons.ts'
import { conversationTable } from './conversations.ts'
import { draftTable } from './drafts.ts'
import { eventTable } from './events.ts'
import { fileActTable } from './file-acts.ts'
import { allWhole } from './found-rows.ts'
import { hostLocks } from './host-locks.ts'
import { hostTable } from './hosts.ts'
import { importTable } from './imports.ts'
import { migrations } from './migrations.ts'
import { oldLogTable } from './old-logs.ts'
import { openDatabase } from './open-database.ts'
import { looseLogTable } from './pack-log.ts'
import { projectTable } from './projects.ts'
import { reclaim } from './reclaim.ts'
import { ruleTable } from './rules.ts'
import { runOutlineTable } from './run-outlines.ts'
import { runStrategyTable } from './run-strategies.ts'
import { runTable } from './runs.ts'
import { searchTable } from './search.ts'
import type { Store } from './store.ts'
import { turnListTable } from './turn-lists.ts'
import { turnTable } from './turns.ts'
import { workspaceTable } from './workspaces.ts'
import { writerTable } from './writers.ts'

const dataVersion = z.object({ data_version: z.number() })

/**
 * Opens the database at `file`, making it and its folder where they are missing. Any number of processes
 * may have it open. Throws a FailureError `store-failed` where it is newer than this app, damaged, locked
 * or not writable; never put it on a network folder (https://sqlite.org/wal.html).
 */
export function openStore(file: string): Store {
  const database = openDatabase(file, migrations)
  return {
    transaction: (work) => database.transaction(work),
    checkpoint: () => {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    },
    // Source: https://sqlite.org/pragma.html#pragma_data_version
    writtenElsewhere: () => database.get(dataVersion, 'PRAGMA data_version')?.data_version ?? 0,
    reclaim: () => reclaim(database, file),
    damage: database.damage,
    allWhole: (table) => allWhole(database, table),
    close: () => database.close(),
    projects: projectTable(database),
    conversations: conversationTable(database),
    turns: turnTable(database),
    turnLists: turnListTable(database),
    runs: runTable(database),
    events: eventTable(database),
    bodies: bodyTable(database),
    oldLogs: oldLogTable(database),
    looseLogs: looseLogTable(database),
    drafts: draftTable(database),
    rules: ruleTable(database),
    hosts: hostTable(database, hostLocks(join(dirname(file), 'hosts'))),
    search: searchTable(database),
    imports: importTable(database),
    runStrategies: runStrategyTable(database),
    runOutlines: runOutlineTable(database),
    workspaces: workspaceTable(database),
    fileActs: fileActTable(database),
    writers: writerTable(database),
    comparisons: comparisonTable(database),
    batches: batchTable(database),
    tasks: taskTable(database),
  }
}
