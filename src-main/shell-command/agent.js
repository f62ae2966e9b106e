#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../host/data-folder/built.js'
import { onNode } from '../own-node/on-node.js'

/**
 * Starts the command line as it was built, else from its sources. It is JavaScript, so that Node loads nothing to strip
 * types for a start of the built one.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

await onNode(root, () => import(builtProgram(root, 'out/main/command.js') ?? './main.ts'))
