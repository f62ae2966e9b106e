import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from '../host/data-folder/built.js'
import { withPackages } from '../host/data-folder/packages.js'

/**
 * Starts the command line as it was built, if nothing has changed since: a few files instead of hundreds, and half the
 * time. It is JavaScript, so that Node loads nothing to strip types for a start of the built one.
 */
const root = join(import.meta.dirname, '../..')
const file = 'out/main/command.js'
/** What it is built from (`npm run build`). */
const sources = ['src-main', 'src-shared', 'package.json', 'package-lock.json']

const isFresh = process.env['STRATAGEM_FROM_SOURCE'] === undefined && isBuilt(root, [file], sources)
await withPackages(() => import(isFresh ? pathToFileURL(join(root, file)).href : './main.ts'))
