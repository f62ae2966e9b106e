import type { PreparedExport } from '../../../src-shared/api/export-requests.ts'

/** An export whose bytes are ready. */
export type MadeExport = Omit<PreparedExport, 'exportId' | 'size'> & { readonly bytes: Buffer }
