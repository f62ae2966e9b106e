import { fileURLToPath } from 'node:url'
import { builtProgram } from './host/data-folder/built.js'
import { onNode } from './own-node/on-node.js'

/** `npm start`, as it was built, else from its sources, which build what is missing. */
const root = fileURLToPath(new URL('..', import.meta.url))

await onNode(root, () => import(builtProgram(root, 'out/main/start.js') ?? './start.ts'))
