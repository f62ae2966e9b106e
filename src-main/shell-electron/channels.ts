/** The three IPC channels between a window's preload script and the main process. */
export const fromWindow = 'stratagem-from-window'
export const toWindow = 'stratagem-to-window'
/** Reports how many characters the window has received, so that a slow window is noticed. */
export const takenByWindow = 'stratagem-taken'
