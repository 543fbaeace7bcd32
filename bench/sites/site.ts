/** A server that listens on loopback. */
export interface Site {
  readonly port: number
  close(): Promise<void>
}
