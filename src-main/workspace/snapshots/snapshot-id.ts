/** A snapshot's id is that of a git commit, which covers its files and the list of what it could not hold. */
export const isSnapshotId = (id: string) => /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id)
export const refOf = (id: string) => `refs/snapshots/${id}`
