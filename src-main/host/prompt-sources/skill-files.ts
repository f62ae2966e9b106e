import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import type { ProjectFile, TrustFile } from '../trust/project-trust.ts'
import { createTrustedBook, filesInAll, type TrustedProject } from '../trust/trusted-book.ts'
import { type ReadSkill, readSkill } from './skill.ts'

/**
 * Where skills of a project are found: the app's own place, and two that other tools share. The first of a name is
 * used.
 */
export const projectSkillFolders = ['.stratagem/skills', '.agents/skills', '.claude/skills'] as const
/** Every `NAME/SKILL.md`. */
const kind = { fits: (path: string) => path.endsWith('/SKILL.md'), largest: 200_000, depth: 2 }

/** The skills of the user and of projects. */
export interface SkillBook {
  /**
   * The skills that may be used: the project's only if the user trusts these very files (T25), and what is used is the
   * text that was trusted. If names are equal, the project's wins, since it is the more specific one.
   */
  of(project: TrustedProject): Promise<readonly ReadSkill[]>
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

/** @param home the user's home folder; left out, the system's */
export function createSkillBook(dataFolder: string, trust: TrustFile, home = homedir()): SkillBook {
  const own = async (): Promise<readonly ReadSkill[]> => {
    const [mine, shared] = await Promise.all([
      filesInAll(dataFolder, ['skills'], kind),
      filesInAll(join(home, '.agents'), ['skills'], kind),
    ])
    return [...(await readAll(mine, 'user', dataFolder)), ...(await readAll(shared, 'user', join(home, '.agents')))]
  }
  const projects = createTrustedBook('skills', trust, (folder) => filesInAll(folder, projectSkillFolders, kind))
  return {
    trustOf: projects.trustOf,
    of: async (project) => {
      const theirs = await readAll(await projects.trusted(project), 'project', project.folder)
      const seen = new Set<string>()
      return [...theirs, ...(await own())].filter((read) => {
        const name = read.ok ? read.skill.name : read.file
        return !seen.has(name) && seen.add(name)
      })
    },
  }
}

const readAll = (files: readonly ProjectFile[], source: 'user' | 'project', root: string) =>
  Promise.all(files.map(({ file, text }) => readSkill(text, file, { source, root })))
