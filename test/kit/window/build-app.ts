import path from 'node:path'
import { build, needsBuild } from '../../../src-main/start-build.ts'

/** Builds the app before the tests that drive it, unless it is built already (`npm test` does that for all of them). */
export default async function buildApp(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const why = needsBuild(root) ? await build(root) : null
  if (why !== null) throw new Error(why)
}
