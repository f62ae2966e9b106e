import { importedFile, type SourceModule } from './module-graph.ts'

/**
 * Circular imports between files, type-only imports included: one list per circle, with all files that can reach
 * each other. Empty if there is none.
 *
 * Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
 */
export function findCircles(modules: readonly SourceModule[]): readonly (readonly string[])[] {
  const known = new Set(modules.map(({ file }) => file))
  const targets = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.flatMap((each) => (known.has(importedFile(file, each) ?? '') ? [importedFile(file, each) ?? ''] : [])),
    ]),
  )
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string): void {
    const number = order.size
    order.set(file, number)
    low.set(file, number)
    open.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      else if (!open.includes(target)) continue
      low.set(file, Math.min(low.get(file) ?? number, low.get(target) ?? number))
    }
    if (low.get(file) !== number) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || targets.get(file)?.includes(file)) circles.push(circle.sort())
  }

  for (const { file } of modules) if (!order.has(file)) visit(file)
  return circles
}

/**
 * Circular imports between the parts of a folder (its subfolders and direct files), like `findCircles`.
 *
 * @param house folder, from the top of the repository
 */
export function findRoomCircles(modules: readonly SourceModule[], house: string): readonly (readonly string[])[] {
  const roomOf = (file: string) => {
    const [room = '', inner = '', deeper] = file.slice(house.length + 1).split('/')
    // `built-in` only groups folders: each of them is a part.
    return room === 'built-in' && deeper !== undefined ? `${room}/${inner}` : room
  }
  const rooms = new Map<string, Set<string>>()
  for (const { file, imports } of modules.filter((each) => each.file.startsWith(`${house}/`))) {
    const targets = rooms.get(roomOf(file)) ?? new Set()
    for (const each of imports) {
      const target = importedFile(file, each)
      if (target?.startsWith(`${house}/`) && roomOf(target) !== roomOf(file)) targets.add(`./${roomOf(target)}`)
    }
    rooms.set(roomOf(file), targets)
  }
  return findCircles([...rooms].map(([file, imports]) => ({ file, imports: [...imports] })))
}
