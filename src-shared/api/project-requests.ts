import { z } from 'zod'
import type { TestCommand } from '../comparison/test-command.ts'
import type { Attached, mentionKinds } from '../mentions/attached.ts'
import type { LeftOutFile } from '../prompt-files/left-out-file.ts'
import type { PromptFile } from '../prompt-files/prompt-file.ts'
import type { SkillEntry } from '../prompt-files/skill-entry.ts'
import type { Project } from '../run/conversation.ts'
import { id, nowhere, read, readOnce, result, text, write } from './request-shape.ts'

export interface FolderListing {
  readonly folder: string
  readonly parent: string | null
  readonly folders: readonly string[]
}

/** Something that a message can mention. */
export interface MentionFound {
  /** What follows the `@`. */
  readonly mention: string
  readonly kind: (typeof mentionKinds)[number]
  readonly title: string
  readonly detail: string
}

/** Folders that are worked in. */
export const projectRequests = {
  'projects-list': read(z.object({}), result<readonly Project[]>()),
  'project-open': read(z.object({ folder: z.string().min(1) }), result<Project>()),
  'project-open-sample': write(z.object({}), result<Project>(), nowhere),
  /** Asks with the system's folder dialog; null if the user canceled. */
  'project-pick': readOnce(z.object({}), result<Project | null>()),
  'project-forget': write(z.object({ projectId: id }), result<null>(), nowhere),
  'folders-list': read(z.object({ folder: z.string().nullable() }), result<FolderListing>()),
  /** The command that runs its tests, found in its files; null if unknown. Nothing is run. */
  'project-test-command': read(z.object({ projectId: id }), result<TestCommand | null>()),
  /** Messages kept as files, the user's and the project's, by name. */
  'prompt-files-list': read(z.object({ projectId: id }), result<readonly PromptFile[]>()),
  /** The user's skills, and the project's if they are trusted. */
  'skills-list': read(z.object({ projectId: id }), result<readonly SkillEntry[]>()),
  /** Files of skills, sub-agents and prompts that can't be used as they are, with the reasons. */
  'left-out-files': read(z.object({ projectId: id }), result<readonly LeftOutFile[]>()),
  /** What can be mentioned in a message, best first: files, folders, the working changes, earlier runs. */
  'mentions-find': read(z.object({ projectId: id, query: z.string().max(200) }), result<readonly MentionFound[]>()),
  /** What a message would attach if it were sent now. */
  'mentions-look': read(
    z.object({ projectId: id, workspaceId: id.nullable(), message: text }),
    result<readonly Attached[]>(),
  ),
  'files-find': read(z.object({ projectId: id, query: z.string().max(200) }), result<readonly string[]>()),
}
