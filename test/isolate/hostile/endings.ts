/**
 * How a hostile file ends.
 *
 * `refused`: it can't be read as a strategy. `broke`: its run fails, with file and reason. `limit`: a limit of the run
 * ends it. `fine`: it is let go on, and does no harm. `waits`: it waits for ever, and the limit of time ends it.
 */
export type Ending = 'refused' | 'broke' | 'limit' | 'fine' | 'waits'

/** A name, the body of a generator (`s`, `task`, `done`, `nil` are there), how it ends, and words of why. */
export type HostileBody = readonly [name: string, body: string, ending: Exclude<Ending, 'refused'>, why?: RegExp]
/** A name, the text of a whole file, how it ends, and words of why. */
export type HostileFile = readonly [name: string, text: string, ending: Ending, why?: RegExp]
