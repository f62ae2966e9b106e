/** The API that the desktop app's preload script adds to the window. Undefined in a browser. */
interface Window {
  readonly stratagem?: import('../src-shared/api/bridge.ts').Bridge
}
