#!/usr/bin/env node
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBuilt } from '../host/data-folder/built.js'
import { onNode } from '../own-node/on-node.js'

/**
 * Starts the command line as it was built, if nothing has changed since: a few files instead of hundreds, and half the
 * time. It is JavaScript, so that Node loads nothing to strip types for a start of the built one.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const file = join(root, 'out/main/command.js')
/** What it is built from (`npm run build`). */
const sources = ['src-main', 'src-shared', 'package.json', 'package-lock.json']

function isFresh() {
  if (process.env['STRATAGEM_FROM_SOURCE'] !== undefined) return false
  // An installed package is what was published, whatever the times of its files; and Node reads no TypeScript there.
  const isInstalled = root.split(sep).includes('node_modules')
  return isBuilt(root, ['out/main/command.js'], isInstalled ? [] : sources)
}

await onNode(root, () => import(isFresh() ? pathToFileURL(file).href : './main.ts'))
