import type { CreateFlagInput, DefinitionsDocument } from '@flagdeck/core'
import { NUMBER } from '../load/bench-request.ts'
import { projectToken } from '../samples/credentials.ts'
import type { SwitchedFlag } from '../samples/switched-flags.ts'
import type { FlagServer } from './flag-server.ts'
import { flagdeckCommand } from './flagdeck-command.ts'

const TOKEN = projectToken(1)

/** The used fields of the response to `POST /flags/?v=2`. */
interface Evaluation {
  readonly flags: Readonly<Record<string, { readonly enabled: boolean }>>
}

export function flagdeckFlagServer(databaseUrl: string): FlagServer {
  return {
    name: 'Flagdeck',
    command: flagdeckCommand(databaseUrl),
    definitions: { method: 'GET', path: `/flags/definitions?token=${TOKEN}&send_cohorts` },
    creation: {
      method: 'POST',
      path: '/api/projects/1/feature_flags/',
      body: JSON.stringify({ key: `new-${NUMBER}`, name: 'A new one', active: false }),
    },
    // The endpoint returns only this.
    countDefinitions: (answer) => (answer as DefinitionsDocument).flags.length,
    evaluation: (userId) => ({
      method: 'POST',
      path: '/flags/?v=2',
      body: JSON.stringify({ token: TOKEN, distinct_id: userId }),
    }),
    keysOn(answer) {
      // The endpoint returns only this.
      const { flags } = answer as Evaluation
      return Object.keys(flags).filter((key) => flags[key]?.enabled)
    },
  }
}

export function flagdeckFlag({ key, isOn, userIds }: SwitchedFlag): CreateFlagInput {
  const properties = userIds
    ? [{ key: 'distinct_id', value: [...userIds], type: 'person', operator: 'exact' } as const]
    : []
  return {
    key,
    name: `What ${key} switches`,
    active: isOn,
    filters: { groups: [{ properties, rollout_percentage: 100 }] },
  }
}
