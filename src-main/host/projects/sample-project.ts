import { chmodSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The user's own copy of the sample project, made from the app's resources if there is none. An existing copy
 * is not changed: it contains work of the user and the agent.
 */
export function sampleProject(resourcesFolder: string, dataFolder: string): string {
  const folder = join(dataFolder, 'sample-project')
  if (existsSync(folder)) return folder
  const half = `${folder}.${process.pid}.tmp`
  rmSync(half, { recursive: true, force: true })
  cpSync(join(resourcesFolder, 'sample-project'), half, { recursive: true })
  chmodSync(half, 0o700)
  renameSync(half, folder)
  return folder
}
