import { type FlagSource, isJsonObject, readFlags } from '@flagdeck/core/operations'
import { readJsonFile } from '../../files/read-json-file.ts'
import type { Settings } from '../../settings/settings.ts'
import { CommandProblem } from '../command-problem.ts'
import { requireProject } from '../find-project.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import { flagsOfServer } from './flags-of-server.ts'

/** The source of flags: a server, an exported project, or the database. */
export interface FlagPlace {
  readonly url?: string
  readonly key?: string
  readonly from?: string
  readonly project?: string
  readonly settings: Pick<Settings, 'databaseUrl'>
}

/** Reads the flags of a project from its source. */
export async function flagsAt({ url, key, from, project, settings }: FlagPlace): Promise<readonly FlagSource[]> {
  if (url !== undefined && from !== undefined) {
    throw new CommandProblem('Use either --url or --from, but not both.', 2)
  }
  if (from !== undefined) return flagsOfDocument(from)
  if (url !== undefined) return flagsOfServer({ url, key, project })
  return flagsOfDatabase(settings, project)
}

function flagsOfDatabase({ databaseUrl }: Pick<Settings, 'databaseUrl'>, wanted: string | undefined) {
  requireDatabase(databaseUrl)
  return withDeckAsItIs(databaseUrl, async (deck) => {
    const { id } = await deck.context.store.read((tx) => requireProject(tx, wanted))
    return readFlags((await deck.project(id)).context, (source) => source)
  })
}

function flagsOfDocument(file: string): readonly FlagSource[] {
  const document = readJsonFile(file, 'project file')
  const flags = isJsonObject(document) ? document.flags : undefined
  if (!Array.isArray(flags)) {
    throw new CommandProblem(`The project file ${file} has no list of flags: use a file from "flagdeck export".`)
  }
  return flags.map((flag, index) => sourceOf(flag, `${file}, flags[${index}]`))
}

function sourceOf(flag: unknown, place: string): FlagSource {
  const { key, name, filters, is_remote_configuration, has_encrypted_payloads, payload_schema, archived } =
    isJsonObject(flag) ? flag : {}
  if (typeof key !== 'string')
    throw new CommandProblem(`A flag has no key (${place}): add one, or export the project again.`)
  return {
    key,
    name: typeof name === 'string' ? name : '',
    // Other types are ignored.
    filters: isJsonObject(filters) ? (filters as FlagSource['filters']) : {},
    is_remote_configuration: is_remote_configuration === true,
    has_encrypted_payloads: has_encrypted_payloads === true,
    payload_schema: isJsonObject(payload_schema) ? payload_schema : null,
    archived: archived === true,
  }
}
