import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { hashFiles, type TrustFile } from '../trust/project-trust.ts'
import { readTrustedFiles, type TrustedFiles } from '../trust/trusted-files.ts'
import { type ReadSkill, readSkill } from './skill.ts'

/**
 * Where skills of a project are found: the app's own place, and two that other tools share. The first of a name is
 * used.
 */
const projectFolders = ['.stratagem/skills', '.agents/skills', '.claude/skills'] as const
/** Bytes of a SKILL.md. */
const largest = 200_000

interface SkillProject {
  readonly id: string
  readonly folder: string
}

/** The skills of the user and of projects. */
export interface SkillBook {
  /**
   * The skills that may be used: the project's only if the user trusts these very files (T25), and what is used is the
   * text that was trusted. If names are equal, the project's wins, since it is the more specific one.
   */
  of(project: SkillProject): Promise<readonly ReadSkill[]>
  trustOf(project: SkillProject): Promise<ProjectTrust>
}

/** @param home the user's home folder; left out, the system's */
export function createSkillBook(dataFolder: string, trust: TrustFile, home = homedir()): SkillBook {
  const own = async (): Promise<readonly ReadSkill[]> => {
    const [mine, shared] = await Promise.all([
      skillsIn(dataFolder, ['skills']),
      skillsIn(join(home, '.agents'), ['skills']),
    ])
    return [...(await readAll(mine, 'user', dataFolder)), ...(await readAll(shared, 'user', join(home, '.agents')))]
  }
  return {
    of: async (project) => {
      const found = await skillsIn(project.folder, projectFolders)
      const trusted = found.files.length > 0 && trust.of(project.id, 'skills', found.hash) === 'trusted'
      const theirs = trusted ? await readAll(found, 'project', project.folder) : []
      const seen = new Set<string>()
      return [...theirs, ...(await own())].filter((read) => {
        const name = read.ok ? read.skill.name : read.file
        return !seen.has(name) && seen.add(name)
      })
    },
    trustOf: async (project) => {
      const { files, hash } = await skillsIn(project.folder, projectFolders)
      const state = files.length === 0 ? 'none' : trust.of(project.id, 'skills', hash)
      return { part: 'skills', state, hash, files }
    },
  }
}

const readAll = ({ files }: Pick<TrustedFiles, 'files'>, source: 'user' | 'project', root: string) =>
  Promise.all(files.map(({ file, text }) => readSkill(text, file, { source, root })))

/** Every `NAME/SKILL.md` in these folders, as text. Files that can't be read count for the hash, with the reason. */
async function skillsIn(root: string, folders: readonly string[]): Promise<Pick<TrustedFiles, 'files' | 'hash'>> {
  const fits = (path: string) => path.endsWith('/SKILL.md')
  const found = await Promise.all(folders.map((folder) => readTrustedFiles(root, { folder, fits, largest, depth: 2 })))
  const files = found.flatMap((each) => each.files)
  const unreadable = found.flatMap((each) => each.unreadable.map(({ file, why }) => ({ file, text: `(${why})` })))
  const all = [...files, ...unreadable]
  return { files: all, hash: hashFiles(all) }
}
