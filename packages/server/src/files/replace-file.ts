import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'

export interface ReplaceOptions {
  /** Nobody but its owner may read the file, from its first byte on. */
  readonly isPrivate?: boolean
}

/**
 * Writes a text file under a name that may be taken: the old file is there until the new one is whole. The new one has
 * the mode of the old one, unless it is private.
 * @throws the error of the file system; then everything is as it was
 */
export function replaceFile(path: string, text: string, { isPrivate = false }: ReplaceOptions = {}): void {
  const old = statSync(path, { throwIfNoEntry: false })
  if (!old) writeAndName(path, text, isPrivate ? 0o600 : 0o666)
  else if (old.isFile()) writeAndName(realpathSync(path), text, 0o600, isPrivate ? undefined : old.mode)
  // A terminal or a pipe cannot be replaced, and a directory says so itself.
  else writeFileSync(path, text)
}

/** Writes a file beside the place where it belongs, and moves it there when it is whole. */
function writeAndName(path: string, text: string, mode: number, modeThen?: number): void {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`
  try {
    writeWhole(unfinished, text, mode)
    if (modeThen !== undefined) chmodSync(unfinished, modeThen)
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Makes the file; what the system lets others do beyond `mode` is taken away as always. */
function writeWhole(path: string, text: string, mode: number): void {
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
