import { randomInt } from 'node:crypto'
import { runCommand } from '../../../../packages/server/test/support/flagdeck-command.ts'
import { temporaryFolder } from '../../../../packages/server/test/support/temporary-folder.ts'
import type { Activity } from './activity.ts'
import { DASHBOARDS, FLAGS, INSIGHTS } from './paths.ts'
import type { SharedThings } from './shared-things.ts'

/** Reads lists, searches and numbers, as users of the console do. */
export function lookAround({ flagIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const flag = `${FLAGS}${flagIds[randomInt(flagIds.length)]}/`
    const paths = [
      FLAGS,
      `${FLAGS}?search=shared&active=true&usage=7d`,
      `${FLAGS}?active=STALE`,
      `${FLAGS}activity/?limit=20`,
      `${FLAGS}evaluation_reasons/?distinct_id=ada`,
      `${flag}usage/?date_from=-7d`,
      `${flag}role_access/`,
      `${DASHBOARDS}?limit=20`,
      `${INSIGHTS}?limit=20`,
    ]
    for (const path of paths) await traffic.manage({ path, expected: [200] })
    const body = { distinct_id: 'ada', person_properties: { plan: 'pro' } }
    await traffic.manage({ path: `${flag}test_evaluation/`, body, expected: [200] })
  }
}

/** Exports the whole project, from outside the servers. */
export function exportProject(databaseUrl: string): Activity {
  return (traffic) => {
    const cwd = temporaryFolder()
    return async () => {
      const command = ['export', '--project', String(traffic.projectId)]
      const { code, stdout, stderr } = await runCommand(command, { cwd, env: { DATABASE_URL: databaseUrl } })
      if (code !== 0 || stderr !== '') traffic.report(`an export ended with ${code}: ${stderr}`)
      else if (!stdout.includes('"shared-3"')) traffic.report('an export lacks a flag')
    }
  }
}
