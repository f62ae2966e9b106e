import { join } from 'node:path'

/** The folder of the app, built or not: built files lie two folders deep too (`out/main`). */
export const appFolder = join(import.meta.dirname, '../..')
