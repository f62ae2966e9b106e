import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { cutFolderInstructions } from '../../../src-shared/run/folder-instructions.ts'
import type { InstructionFile } from '../../../src-shared/strategy/task.ts'
import { givenTask } from '../../agent/started-task.ts'

/** The files with instructions that a run was given, read from its log. @param events its start and its tools' ends */
export function instructionsOf(
  events: readonly StoredEvent[],
  readBody: (ref: string) => string,
): readonly InstructionFile[] {
  return events.flatMap((event): readonly InstructionFile[] => {
    if (event.type === 'run-start') return givenTask(event, readBody).instructions ?? []
    if (event.type !== 'tool-end' || !event.outcome.ok) return []
    return cutFolderInstructions(event.outcome.value.text).instructions.map(({ file, text }) => {
      const folder = file.split('/').slice(0, -1).join('/')
      return { file, from: 'project', characters: text.length, why: `The agent worked in ${folder}.` }
    })
  })
}
