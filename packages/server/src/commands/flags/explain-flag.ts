import type { EmbeddedFlags, JsonObject, JsonValue, Subject } from '@flagdeck/core'
import { didYouMean, isJsonObject, parseJson } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { requireProject } from '../find-project.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import { explanationText } from './explanation-text.ts'

export interface ExplainFlags {
  readonly distinctId: string
  /** A JSON object. */
  readonly properties?: string
  /** `TYPE=KEY` each. */
  readonly group?: readonly string[]
  readonly project?: string
}

/** `flagdeck flag explain KEY`: explains what a flag returns for one user. */
export async function explainFlag(
  key: string,
  flags: ExplainFlags,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  const subject = subjectOf(flags)
  requireDatabase(databaseUrl)
  return withDeckAsItIs(databaseUrl, async (deck) => {
    const { id } = await deck.context.store.read((tx) => requireProject(tx, flags.project))
    const { flags: projectFlags } = await deck.project(id)
    const explanation = projectFlags.explain(key, subject)
    if (explanation.decision.reason.code === 'flag_not_found') throw await unknownFlag(projectFlags, key)
    // An explanation is plain data that can be sent as JSON.
    return { data: explanation as unknown as JsonValue, text: explanationText(explanation) }
  })
}

/**
 * Returns the error for a flag that cannot be explained. A flag with encrypted payloads exists, but is never evaluated.
 */
async function unknownFlag(flags: EmbeddedFlags, key: string): Promise<CommandProblem> {
  if (await flags.find(key)) {
    return new CommandProblem(`Flag "${key}" has encrypted payloads, so it is never evaluated and cannot be explained.`)
  }
  return new CommandProblem(`There is no flag "${key}"${didYouMean(key, flags.snapshot().keys)}`)
}

function subjectOf({ distinctId, properties = '{}', group = [] }: ExplainFlags): Subject {
  return { distinctId, properties: parseProperties(properties), groups: Object.fromEntries(group.map(parseGroup)) }
}

function parseProperties(text: string): JsonObject {
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw new CommandProblem(`--properties must be a JSON object, such as '{"plan": "pro"}'.`, 2)
}

function parseGroup(text: string): readonly [type: string, key: string] {
  const at = text.indexOf('=')
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)]
  throw new CommandProblem(`--group is "${text}", but it must be a group type and a key, such as organization=acme.`, 2)
}
