import { access, constants, readdir, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { existingPaths } from './existing-paths.ts'
import { outsideSockets } from './outside-sockets.ts'
import { arrangeRules, hideSockets } from './place-rules.ts'
import type { Confined, Rule } from './sandbox.ts'

/** Folders in which a Linux system keeps programs and what they need to start. */
const ofSystem: ReadonlySet<string> = new Set(
  'bin,sbin,lib,lib32,lib64,libx32,usr,etc,opt,nix,gnu,snap,dev,proc,sys,run'.split(','),
)

/**
 * Rules for a program of ours that only reads some folders: it writes nowhere and has no network. On Linux it sees
 * no other user files; on other systems a program may need more than can be known here.
 * @param seen folders that it must read; it starts in the first
 * @param hidden folders to hide, except what `seen` lists inside them
 * @param programs the programs that it runs, by name or path
 */
export async function readingRules(
  seen: readonly string[],
  hidden: readonly string[],
  programs: readonly string[],
): Promise<Confined> {
  const workspace = await realpath(seen[0] ?? '/')
  const sockets = await outsideSockets(process.env, homedir(), ['/tmp', tmpdir()], false)
  const outer = process.platform === 'linux' ? await personal() : []
  const homes = programs.filter((each) => each.startsWith('/')).flatMap(homesOf)
  const rules: readonly Rule[] = [
    ...existingPaths([...outer, ...hidden]).map((path): Rule => ({ kind: 'hide', path })),
    ...hideSockets(sockets.paths),
    ...existingPaths([...(await Promise.all(homes)), ...seen]).map((path): Rule => ({ kind: 'read', path })),
  ]
  return { workspace, rules: arrangeRules(rules), temporary: null, network: false, environment: {} }
}

/** Top-level folders that are not the system's own. One that can't be entered is hidden already. */
async function personal(): Promise<readonly string[]> {
  const entries = await readdir('/', { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((each) => each.isDirectory() && !ofSystem.has(each.name))
  const paths = folders.map(({ name }) => join('/', name))
  const entered = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths.filter((_, at) => entered[at])
}

/** A program in a user's home has its own folder: `HERE/bin/git`, `HERE/libexec`, `HERE/lib`. */
const homesOf = (program: string): readonly Promise<string>[] => [
  Promise.resolve(dirname(dirname(program))),
  realpath(program).then(
    (real) => dirname(dirname(real)),
    () => '/',
  ),
]
