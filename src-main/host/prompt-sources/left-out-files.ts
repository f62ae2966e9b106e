import type { LeftOutFile } from '../../../src-shared/prompt-files/left-out-file.ts'
import { visibleName } from '../../tools/text/visible.ts'
import type { TrustedProject } from '../trust/trusted-book.ts'
import type { AgentBook } from './agent-files.ts'
import { readPromptFiles } from './prompt-files.ts'
import type { SkillBook } from './skill-files.ts'

interface Sources {
  readonly skills: SkillBook
  readonly agents: AgentBook
  /** Of the user's own prompt files. */
  readonly dataFolder: string
}

/** The skills and sub-agents that runs don't get: the project's only if it is trusted. */
export async function unusedSources({ skills, agents }: Pick<Sources, 'skills' | 'agents'>, project: TrustedProject) {
  const [read, refused] = await Promise.all([skills.of(project), agents.refused(project)])
  const ofSkills = read.flatMap((each) => (each.ok ? [] : [{ kind: 'skill' as const, ...each }]))
  return [...ofSkills, ...refused.map((each) => ({ kind: 'sub-agent' as const, ...each }))]
}

/** The skills, sub-agents and prompt files that can't be used as they are. */
export async function leftOutFiles(sources: Sources, project: TrustedProject): Promise<readonly LeftOutFile[]> {
  const [unused, skills, prompts] = await Promise.all([
    unusedSources(sources, project),
    sources.skills.of(project),
    readPromptFiles(project.folder, sources.dataFolder),
  ])
  const notUsed = [...unused, ...prompts.leftOut].map(({ file, problem }) => ({ file, problem, isUsed: false }))
  const otherwise = skills.flatMap((each): LeftOutFile[] => {
    if (!each.ok || each.skill.note === undefined) return []
    return [{ file: `${each.skill.folder}/SKILL.md`, problem: each.skill.note, isUsed: true }]
  })
  return [...notUsed, ...otherwise].map((each) => ({
    ...each,
    file: visibleName(each.file),
    problem: visibleName(each.problem),
  }))
}
