import { partSize, type exportRequests as requests } from '../../../src-shared/api/export-requests.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'options' | 'clock' | 'store' | 'profiles' | 'strategies' | 'keys' | 'workOf'>

/** Number of prepared files that are kept; an older one is prepared again. */
const maxKept = 4

/** Exported files: made in memory, previewed, then fetched in parts. */
export function exportRequests(parts: Parts): HandlersOf<keyof typeof requests> {
  const prepared = new Map<string, Buffer>()
  return {
    'export-prepare': async ({ subject, format, damaged }) => {
      const { prepareExport } = await import('../bundles/prepare-export.ts')
      const { bytes, ...summary } = await prepareExport(parts, subject, format, damaged ?? false)
      const exportId = newId('export')
      for (const oldest of [...prepared.keys()].slice(0, Math.max(0, prepared.size + 1 - maxKept)))
        prepared.delete(oldest)
      prepared.set(exportId, bytes)
      return { ...summary, exportId, size: bytes.length }
    },
    'export-read': ({ exportId, part }) => {
      const bytes = found(prepared.get(exportId), 'export')
      const end = (part + 1) * partSize
      return { bytes: bytes.subarray(part * partSize, end).toString('base64'), last: end >= bytes.length }
    },
  }
}
