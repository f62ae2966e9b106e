import { z } from 'zod'
import { savedBreakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { Database } from '../database/database.ts'
import { inJson } from '../database/rows.ts'
import type { BreakpointTable } from '../store.ts'

const row = z.object({ list: inJson(z.array(savedBreakpoint)).catch([]) })

export function breakpointTable(database: Database): BreakpointTable {
  return {
    of: (projectId) => database.get(row, 'SELECT list FROM breakpoints WHERE project_id = ?', projectId)?.list ?? [],
    set: (projectId, list) => {
      if (list.length === 0) database.run('DELETE FROM breakpoints WHERE project_id = ?', projectId)
      else
        database.run(
          'INSERT OR REPLACE INTO breakpoints (project_id, list) VALUES (?, ?)',
          projectId,
          JSON.stringify(list),
        )
    },
  }
}
