import { fileURLToPath } from 'node:url'
import { onNode } from './own-node/on-node.js'

await onNode(fileURLToPath(new URL('..', import.meta.url)), () => import('./start.ts'))
