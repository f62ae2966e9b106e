/** The folders that a host works with. */
export interface HostFolders {
  /** Absolute; made if it is missing. Hosts of several processes may share one. */
  readonly dataFolder: string
  /** Holds `sample-project`. */
  readonly resourcesFolder: string
}
