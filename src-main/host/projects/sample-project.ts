import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  copyByReading(join(resourcesFolder, 'sample-project'), half)
  chmodSync(half, 0o700)
  renameSync(half, folder)
  return folder
}

/** In the packaged app the files are in an archive, which functions that copy can't read. */
function copyByReading(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyByReading(source, target)
    else writeFileSync(target, readFileSync(source))
  }
}
