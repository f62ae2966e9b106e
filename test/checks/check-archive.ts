/** What copies or opens by the system itself, which can't see into the archive of the packaged app, by its import. */
const bySystem = {
  fs: /\b(?:cp|cpSync|copyFile|copyFileSync|opendir|opendirSync|createReadStream|open|openSync|link|linkSync)\b/,
  processes: /./,
}
/** Where a path of the app's own files comes from. */
const ownFiles = /\bresourcesFolder\b|\brgPath\b|\bimport\.meta\.(?:dirname|url|filename)\b/
const ways = /\b(?:unpackedPath|fileForOthers)\b/
/** Parts that run only from the app's folder: they start and build it. */
const unpackaged = /^src-main\/(?:start|own-node|shell-command)/

/**
 * Files that know where the app's own files are and also copy files, or start programs. In the packaged app these lie
 * in an archive that only reading sees through: read and write them, or hand on `unpackedPath` or `fileForOthers`.
 */
export function findArchiveFaults(file: string, text: string): readonly string[] {
  if (!file.startsWith('src-main/') || unpackaged.test(file) || !ownFiles.test(text) || ways.test(text)) return []
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(?:node:)?(fs|fs\/promises|child_process)'/g)].flatMap(
    ([, names = '', from = '']) => {
      const rule = from === 'child_process' ? bySystem.processes : bySystem.fs
      const found = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ') && rule.test(name))
      return found.map((name) => `${file} knows the app's own files and uses ${name}, which can't see into an archive`)
    },
  )
}
