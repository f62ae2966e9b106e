import { createHash } from 'node:crypto'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { isMissing, type SnapshotRepository } from './snapshot-repository.ts'

const compressed = promisify(deflate)

/**
 * Writes an object into the store as git would, without starting git. Answers its id.
 * Source: gitformat-loose(5); the store's objects are named by SHA-1.
 */
export async function writeObject(
  repository: SnapshotRepository,
  kind: 'blob' | 'tree' | 'commit',
  content: Buffer,
): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const id = createHash('sha1').update(bytes).digest('hex')
  const objects = join(repository.folder, 'objects')
  const place = join(objects, id.slice(0, 2))
  const file = join(place, id.slice(2))
  // One that is there is made young, so that it is not tidied away as long forgotten.
  if (await isThere(file)) return id
  // Under a name that git itself removes where it was left behind.
  const half = join(objects, `tmp_obj_${repository.temporaryName('own')}`)
  try {
    await writeFile(half, await compressed(bytes, { level: 1 }), { flag: 'wx', mode: 0o444 })
    await rename(half, file).catch(async (thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
      await mkdir(place, { recursive: true })
      await rename(half, file)
    })
  } catch (thrown) {
    await rm(half, { force: true })
    throw thrown
  }
  return id
}

function isThere(file: string): Promise<boolean> {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}
