/** A skill as the window lists it; `problem`: why the file breaks the specification, so that it is not used. */
export type SkillEntry =
  | { readonly ok: true; readonly name: string; readonly description: string; readonly source: 'user' | 'project' }
  | { readonly ok: false; readonly file: string; readonly problem: string }
