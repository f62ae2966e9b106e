/** What the preload script of the desktop app puts on the window; in a browser it is missing. */
interface Window {
  readonly stratagem?: import('../src-shared/api/bridge.ts').Bridge
}
