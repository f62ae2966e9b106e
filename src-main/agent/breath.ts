/**
 * Lets the event loop turn while strategies ask for steps that are all answered at once: so Stop, other runs and
 * windows are heard within some `turnMs`, and steps that wait for something anyway cost next to nothing. One clock for
 * all runs of the process, as they share its loop.
 */
const turnMs = 8
let lastTurn = performance.now()

export const isBreathDue = (): boolean => performance.now() - lastTurn >= turnMs

export const breath = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => {
      lastTurn = performance.now()
      resolve()
    })
  })
