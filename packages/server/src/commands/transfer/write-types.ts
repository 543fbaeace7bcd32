import { readFileSync } from 'node:fs'
import {
  type FlagSource,
  manifestDifference,
  manifestText,
  typesDifference,
  typesText,
} from '@flagdeck/core/operations'
import { unreadableBecause } from '../../files/read-json-file.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { writeDocument } from '../write-document.ts'
import { type FlagPlace, flagsAt } from './flags-at.ts'

export interface TypesFlags extends Omit<FlagPlace, 'settings'> {
  readonly manifest?: string
  readonly check?: boolean
}

/** The result of writing or comparing the files. */
export interface TypesAnswer {
  /** Undefined if the types were printed. */
  readonly output: CommandOutput | undefined
  readonly agrees: boolean
}

/** A file that is generated from the flags. */
interface TypedFile {
  readonly path: string
  readonly text: (sources: readonly FlagSource[]) => string
  readonly difference: (file: string, sources: readonly FlagSource[]) => readonly string[]
}

/** `flagdeck types [FILE]`: writes types for the flags, or compares existing files with the flags. */
export async function writeTypes(
  file: string | undefined,
  flags: TypesFlags,
  { settings }: Pick<FlagPlace, 'settings'>,
) {
  const files = filesOf(file, flags)
  if (flags.check && files.length === 0) {
    throw new CommandProblem('Nothing to check: name a file, or a manifest with --manifest.', 2)
  }
  const sources = await flagsAt({ ...flags, settings })
  return flags.check ? compare(files, sources) : write(files, sources)
}

function filesOf(file: string | undefined, { manifest }: TypesFlags): readonly TypedFile[] {
  const types = file === undefined ? [] : [{ path: file, text: typesText, difference: typesDifference }]
  if (manifest === undefined) return types
  return [...types, { path: manifest, text: manifestText, difference: manifestDifference }]
}

/** Reads the flags of all files before it writes a file. */
async function write(files: readonly TypedFile[], sources: readonly FlagSource[]): Promise<TypesAnswer> {
  const written: string[] = []
  if (files.length === 0) await writeDocument(undefined, typesText(sources), {})
  for (const { path, text } of files) {
    const name = await writeDocument(path, text(sources), {})
    if (name !== undefined) written.push(name)
  }
  if (written.length === 0) return { output: undefined, agrees: true }
  const text = `Wrote ${written.join(' and ')} (${counted(sources)}).`
  return { output: { data: { files: written, flags: inUse(sources) }, text }, agrees: true }
}

function compare(files: readonly TypedFile[], sources: readonly FlagSource[]): TypesAnswer {
  const compared = files.map(({ path, difference }) => ({
    path,
    differences: differencesOf(path, difference, sources),
  }))
  const lines = compared.flatMap(({ path, differences }) => differences.map((each) => `${path}: ${each}`))
  const paths = compared.map(({ path }) => path)
  const data = { files: compared.map(({ path, differences }) => ({ file: path, differences: [...differences] })) }
  const agrees = lines.length === 0
  return {
    output: { data, text: agrees ? `${paths.join(' and ')}: up to date (${counted(sources)}).` : lines.join('\n') },
    agrees,
  }
}

function differencesOf(
  path: string,
  difference: TypedFile['difference'],
  sources: readonly FlagSource[],
): readonly string[] {
  try {
    return difference(readFileSync(path, 'utf8'), sources)
  } catch (error) {
    return [`cannot be read: ${unreadableBecause(error)}.`]
  }
}

function inUse(sources: readonly FlagSource[]): number {
  return sources.filter(({ archived }) => !archived).length
}

function counted(sources: readonly FlagSource[]): string {
  const flags = inUse(sources)
  return `${flags} flag${flags === 1 ? '' : 's'}`
}
