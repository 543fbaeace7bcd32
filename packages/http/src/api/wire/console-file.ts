/** A file of the console as it was built, in the encodings that browsers take. */
export interface ConsoleFile {
  readonly contentType: string
  /** Strong, in quotes. */
  readonly etag: string
  /** Whether another content would have another name. */
  readonly isImmutable: boolean
  readonly bytes: Uint8Array
  /** Missing where it would not be smaller. */
  readonly brotli?: Uint8Array
  readonly gzip?: Uint8Array
}

/** The files of the console by their paths below `/console/`; the page is `index.html`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>
