/** The three IPC channels between a window's preload script and the main process. */
export const fromWindow = 'stratagem-from-window'
export const toWindow = 'stratagem-to-window'
/** How many characters of what was sent the window has taken, so that a slow window is noticed. */
export const takenByWindow = 'stratagem-taken'
