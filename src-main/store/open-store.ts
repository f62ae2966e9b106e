import { dirname, join } from 'node:path'
import { z } from 'zod'
import { areAllIntact } from './database/found-rows.ts'
import { hostLocks } from './database/host-locks.ts'
import type { MigrationListener } from './database/migrate.ts'
import { migrations } from './database/migrations.ts'
import { openDatabase } from './database/open-database.ts'
import { reclaim } from './database/reclaim.ts'
import { repairIndexes } from './database/repair-indexes.ts'
import { eventTable, noteLostEnd } from './log/events.ts'
import { newestEventFile, openNewestEvent, readNewestEvent } from './log/newest-event.ts'
import { oldLogTable } from './log/old-logs.ts'
import { rateBucketTable } from './rate-bucket-table.ts'
import { outsideTable, scoreTable } from './score-tables.ts'
import type { Store } from './store.ts'
import { batchTable, taskTable } from './tables/batches.ts'
import { bodyTable } from './tables/bodies.ts'
import { breakpointTable } from './tables/breakpoints.ts'
import { comparisonTable } from './tables/comparisons.ts'
import { conversationTable } from './tables/conversations.ts'
import { draftTable } from './tables/drafts.ts'
import { fileActTable } from './tables/file-acts.ts'
import { hostTable } from './tables/hosts.ts'
import { importTable } from './tables/imports.ts'
import { looseLogTable } from './tables/pack-log.ts'
import { projectTable } from './tables/projects.ts'
import { queuedMessageTable } from './tables/queued-messages.ts'
import { ruleTable } from './tables/rules.ts'
import { runOutlineTable } from './tables/run-outlines.ts'
import { runStrategyTable } from './tables/run-strategies.ts'
import { runTable } from './tables/runs.ts'
import { searchTable } from './tables/search.ts'
import { turnListTable } from './tables/turn-lists.ts'
import { turnTable } from './tables/turns.ts'
import { workspaceTable } from './tables/workspaces.ts'
import { writerTable } from './tables/writers.ts'
import { tuningTable } from './tuning-table.ts'

const dataVersion = z.object({ data_version: z.number() })

/**
 * Opens the database at `file`, creating it and its folder if missing. Any number of processes
 * may have it open. Throws a FailureError `store-failed` if it is newer than this app, damaged, locked
 * or not writable; never put it on a network folder (https://sqlite.org/wal.html).
 * @param migrated called with the old and the new version if the database was updated
 */
export function openStore(file: string, migrated: MigrationListener = () => {}): Store {
  // Read first: another process may store more meanwhile.
  const known = readNewestEvent(newestEventFile(file))
  const database = openDatabase(file, migrations, migrated)
  if (known !== null) noteLostEnd(database, known)
  const newest = openNewestEvent(newestEventFile(file))
  return {
    transaction: (work) => database.transaction(work),
    checkpoint: () => {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    },
    // Source: https://sqlite.org/pragma.html#pragma_data_version
    writtenElsewhere: () => database.get(dataVersion, 'PRAGMA data_version')?.data_version ?? 0,
    reclaim: () => reclaim(database, file),
    damage: database.damage,
    indexesWhole: (table, most) => repairIndexes(database, table, most),
    allWhole: (table) => areAllIntact(database, table),
    close: () => {
      newest.close()
      database.close()
    },
    projects: projectTable(database),
    conversations: conversationTable(database),
    turns: turnTable(database),
    turnLists: turnListTable(database),
    runs: runTable(database),
    queuedMessages: queuedMessageTable(database),
    events: eventTable(database, newest),
    bodies: bodyTable(database),
    oldLogs: oldLogTable(database),
    looseLogs: looseLogTable(database),
    drafts: draftTable(database),
    rules: ruleTable(database),
    breakpoints: breakpointTable(database),
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
    tunings: tuningTable(database),
    scores: scoreTable(database),
    outside: outsideTable(database),
    rateBuckets: rateBucketTable(database),
  }
}
