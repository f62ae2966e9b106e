import { withPackages } from './host/data-folder/packages.js'

await withPackages(() => import('./start.ts'))
