import { isolate } from './isolate.ts'

const MOST_CHARACTERS = 60

/**
 * Returns the start of a value, for the middle of a sentence: ids and names have up to 400 characters (CONSOLE-288).
 */
export function clipped(value: string): string {
  const characters = [...value]
  return isolate(characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : value)
}
