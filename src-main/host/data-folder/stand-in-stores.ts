import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Stores of snapshots in a stand-in: what is new is written there, what is stored is read where it is. Refs are left out,
 * because nothing is dropped there.
 * @param from the folder that holds a store per project
 */
export function standInForSnapshots(from: string, to: string): void {
  for (const name of foldersIn(from)) {
    const [store, own] = [join(from, name), join(to, name)]
    for (const folder of ['objects/info', 'refs', 'info'])
      mkdirSync(join(own, folder), { recursive: true, mode: 0o700 })
    // Source: gitrepository-layout(5), "objects/info/alternates".
    const objects = realpathSync(join(store, 'objects')).replaceAll('\\', '/')
    writeFileSync(join(own, 'objects/info/alternates'), `${objects}\n`, { mode: 0o600 })
    for (const file of ['HEAD', 'config', 'info/attributes', 'info/exclude']) copyIfThere(store, own, file)
    copyIndex(store, own)
  }
}

/** What belongs to the copies' snapshots; their files stay where they are. @param from the folder of all copies */
export function standInForCopies(from: string, to: string): void {
  for (const name of foldersIn(from)) {
    mkdirSync(join(to, name), { recursive: true, mode: 0o700 })
    copyIndex(join(from, name), join(to, name))
  }
}

/** An index, and what is noted of the same folder beside it. */
function copyIndex(from: string, to: string): void {
  copyIfThere(from, to, 'index')
  for (const notes of ['index-held', 'index-nested']) {
    if (!existsSync(join(from, notes))) continue
    mkdirSync(join(to, notes), { mode: 0o700 })
    for (const name of readdirSync(join(from, notes))) copyIfThere(from, to, join(notes, name))
  }
}

function copyIfThere(from: string, to: string, file: string): void {
  if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file), constants.COPYFILE_FICLONE)
}

const foldersIn = (folder: string) => readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
