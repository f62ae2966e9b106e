import type { DemoServer } from '../../model/demo/server.ts'

/** The offline demo model, started on first use. */
export interface DemoEndpoint {
  /** Its base URL. */
  url(): Promise<string>
  /** The same, or an empty string if it was not started yet. */
  known(): string
  close(): Promise<void>
}

/** Pause between the pieces of an answer at which it can be read along, ms. */
export const readingPace = 12

/** @param pace pause between the pieces of an answer, ms */
export function createDemoEndpoint(pace: number): DemoEndpoint {
  let server: Promise<DemoServer> | null = null
  let known = ''
  return {
    url: async () => {
      server ??= import('../../model/demo/server.ts').then(({ startDemoServer }) => startDemoServer({ pace }))
      known = (await server).url
      return known
    },
    known: () => known,
    close: async () => {
      if (server !== null) await (await server).close()
      server = null
      known = ''
    },
  }
}
