import type { LabConnection } from './lab-connection.ts'

/** ms for which a server may be away, such as for its restart, before anybody has to know. */
const usualPatience = 5_000

/** Reports that the server is away, and that it is back, until the connection is closed. @param patience ms */
export function watchAway(
  { nats }: Pick<LabConnection, 'nats'>,
  report: (isAway: boolean) => void,
  patience = usualPatience,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReported = false
  const note = (isAway: boolean) => {
    clearTimeout(timer)
    timer = undefined
    if (isReported === isAway) return
    isReported = isAway
    report(isAway)
  }
  const follow = async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') timer ??= setTimeout(() => note(true), patience)
      if (type === 'reconnect') note(false)
    }
    clearTimeout(timer)
  }
  void follow().catch(() => clearTimeout(timer))
}
