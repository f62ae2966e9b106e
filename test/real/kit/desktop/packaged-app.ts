import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { packArchive } from './pack-archive.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

/** Parts of packages that no app needs, as a release leaves them out. */
const leftOut =
  /\/node_modules\/.*\.(?:map|d\.[cm]?ts|md|markdown)$|\/better-sqlite3\/(?:deps|src|prebuilds)\/|\/node_modules\/node-(?:bin-)?(?:linux|win|darwin)-/

/**
 * The app as a release would bring it: an Electron of its own, with the app in an archive in which only the app's own
 * code can read. Programs and native modules lie beside the archive; nothing else does.
 * @param electron folder of an Electron
 * @param to is made
 * @returns the program to start
 */
export function packApp(electron: string, to: string): string {
  mkdirSync(to)
  copyFolder(electron, to, (place) => !/^resources\/(?:app|default_app\.asar)/.test(place))
  const files = new Map<string, string>()
  for (const place of ['package.json', 'out', 'resources', ...productionPackages()]) addFiles(files, place)
  packArchive(path.join(to, 'resources/app.asar'), files, (place) => /\.node$|\/@vscode\/ripgrep-/.test(place))
  return path.join(to, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

function productionPackages(): readonly string[] {
  const { packages } = lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([place, { dev }]) =>
    place !== '' && dev !== true && existsSync(path.join(root, place)) ? [place] : [],
  )
}

function addFiles(files: Map<string, string>, place: string): void {
  if (leftOut.test(`/${place}`) || files.has(place)) return
  const at = path.join(root, place)
  const entries = place.endsWith('.json') && !place.includes('/') ? null : entriesOf(at)
  if (entries === null) files.set(place, at)
  else for (const name of entries) if (name !== '.bin' && name !== '.cache') addFiles(files, `${place}/${name}`)
}

function entriesOf(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

/** By links where they are possible: an Electron has 230 MB. */
function copyFolder(from: string, to: string, isWanted: (place: string) => boolean, below = ''): void {
  for (const entry of readdirSync(path.join(from, below), { withFileTypes: true })) {
    const place = below === '' ? entry.name : `${below}/${entry.name}`
    const [source, target] = [path.join(from, place), path.join(to, place)]
    if (!isWanted(place)) continue
    if (entry.isDirectory()) {
      mkdirSync(target)
      copyFolder(from, to, isWanted, place)
    } else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
