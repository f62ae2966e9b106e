import type { PreparedExport } from '../../../src-shared/export-requests.ts'

/** An export whose bytes are ready. */
export type MadeExport = Omit<PreparedExport, 'exportId' | 'size'> & { readonly bytes: Buffer }
