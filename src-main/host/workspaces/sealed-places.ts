import type { Store } from '../../store/store.ts'

/** Where on this computer the tests and the answers of tasks lie: a command in a copy of their project could find them. */
export interface SealedPlaces {
  /** Files and folders, absolute. @param project its folder */
  of(project: string): readonly string[]
  /** For a project whose tasks another computer has, or another data folder of this one: until this process ends. */
  add(project: string, places: readonly string[]): void
}

/** Those of imported tasks are read again once tasks have changed. */
export function sealedPlaces({ projects, tasks }: Pick<Store, 'projects' | 'tasks'>): SealedPlaces {
  let known = { stamps: '', places: new Map<string, readonly string[]>() }
  const added = new Map<string, ReadonlySet<string>>()

  function ofTasks(project: string): readonly string[] {
    const stamps = JSON.stringify(tasks.stamps())
    if (stamps !== known.stamps) known = { stamps, places: new Map() }
    const found = known.places.get(project)
    if (found !== undefined) return found
    const id = projects.list().find(({ folder }) => folder === project)?.id
    const all = id === undefined ? [] : tasks.list(id).flatMap(({ source }) => source?.sealed ?? [])
    const places = [...new Set(all)]
    known.places.set(project, places)
    return places
  }

  return {
    of: (project) => [...new Set([...ofTasks(project), ...(added.get(project) ?? [])])],
    add: (project, places) => {
      if (places.length > 0) added.set(project, new Set([...(added.get(project) ?? []), ...places]))
    },
  }
}
