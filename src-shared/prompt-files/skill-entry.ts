/** A skill that can be used, as the window lists it. */
export interface SkillEntry {
  readonly name: string
  readonly description: string
  readonly source: 'user' | 'project'
}
