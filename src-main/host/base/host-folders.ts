/** The folders that a host uses. */
export interface HostFolders {
  /** Absolute; created if missing. Hosts of several processes may share one. */
  readonly dataFolder: string
  /** Contains `sample-project`. */
  readonly resourcesFolder: string
}
