import { homedir } from 'node:os'
import { join } from 'node:path'
import { formatSize } from '../../../src-shared/base/format.ts'
import type { ProjectTrust, ShownFile } from '../../../src-shared/workspace/project-trust.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import type { WholeTree } from '../../workspace/guard/whole-tree.ts'
import { type PartContent, partContent } from '../trust/part-content.ts'
import type { ProjectFile, TrustFile } from '../trust/project-trust.ts'
import { filesInAll, type TrustedProject } from '../trust/trusted-book.ts'
import { createTrustedTree } from '../trust/trusted-tree.ts'
import { type ReadSkill, readSkill } from './skill.ts'

/**
 * Where skills of a project are found: the app's own place, and two that other tools share. The first of a name is
 * used.
 */
export const projectSkillFolders = ['.stratagem/skills', '.agents/skills', '.claude/skills'] as const
/** Bytes of a SKILL.md. */
const largest = 200_000
/** Every `NAME/SKILL.md` of the user's own. */
const kind = { fits: (path: string) => path.endsWith('/SKILL.md'), largest, depth: 2 }

/** The skills of the user and of projects. */
export interface SkillBook {
  /**
   * The skills that may be used: the project's only if the user trusts these very files and all that lies beside them
   * (T25, T46), and what is used is a copy of what was trusted. If names are equal, the project's wins, since it is the more specific one.
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
  const projects = createTrustedTree('skills', { dataFolder, trust }, contentOf)
  const theirsIn = async (project: TrustedProject): Promise<readonly ReadSkill[]> => {
    const found = await projects.trusted(project)
    return found === null ? [] : await readAll(skillTexts(found.content), 'project', found.copy)
  }
  return {
    trustOf: async (project) => {
      const found = await projects.trustOf(project)
      return { ...found, files: await Promise.all(found.files.map(withNote)) }
    },
    of: async (project) => {
      const theirs = await theirsIn(project)
      const seen = new Set<string>()
      return [...theirs, ...(await own())].filter((read) => {
        const name = read.ok ? read.skill.name : read.file
        return !seen.has(name) && seen.add(name)
      })
    },
  }
}

async function withNote(one: ShownFile): Promise<ShownFile> {
  if (!/^[^/]+\/skills\/[^/]+\/SKILL\.md$/.test(one.file) || one.text === '') return one
  const read = await readSkill(one.text, one.file, { source: 'project', root: '' })
  return read.ok ? one : { ...one, note: read.problem }
}

/** The folders with a SKILL.md, each to its last byte: whatever is in them can be loaded. */
async function contentOf(folder: string): Promise<PartContent> {
  const guarded = await guardFiles(folder).catch(() => null)
  if (guarded === null) return partContent([], 'leave-out')
  const trees = await Promise.all(projectSkillFolders.map((each) => guarded.wholeTree(each)))
  return partContent(trees.map(ofSkills), 'leave-out')
}

function ofSkills({ entries, obstacles }: WholeTree): WholeTree {
  const folders = entries.flatMap(({ path }) =>
    /^\.\w+\/skills\/[^/]+\/SKILL\.md$/.test(path) ? [path.slice(0, -8)] : [],
  )
  const isOfSkill = ({ path }: { readonly path: string }) => folders.some((each) => path.startsWith(each))
  return { entries: entries.filter(isOfSkill), obstacles: obstacles.filter(isOfSkill) }
}

const skillTexts = ({ entries }: PartContent): readonly ProjectFile[] =>
  entries.flatMap((each) =>
    each.kind === 'file' && each.path.endsWith('/SKILL.md') && each.path.split('/').length === 4
      ? [fileOf(each.path, each.bytes)]
      : [],
  )

function fileOf(file: string, bytes: Buffer): ProjectFile {
  const unread = (why: string): ProjectFile => ({ file, text: `(${why})`, why })
  if (bytes.length > largest) return unread(`It is larger than ${formatSize(largest)}.`)
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return unread('It is not text in UTF-8.')
  }
}

const readAll = (files: readonly ProjectFile[], source: 'user' | 'project', root: string) =>
  Promise.all(
    files.map(
      async ({ file, text, why }): Promise<ReadSkill> =>
        why === undefined ? await readSkill(text, file, { source, root }) : { ok: false, file, problem: why },
    ),
  )
