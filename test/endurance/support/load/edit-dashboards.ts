import { randomInt, randomUUID } from 'node:crypto'
import type { JsonValue } from '@flagdeck/core'
import type { Activity } from './activity.ts'
import { DASHBOARDS, INSIGHTS } from './paths.ts'
import type { SharedThings } from './shared-things.ts'
import type { Traffic } from './traffic.ts'

/** Creates dashboards from a template or from another dashboard, and deletes them. */
export function makeDashboards({ dashboardIds }: SharedThings): Activity {
  return (traffic) => {
    let n = 0
    return async () => {
      const from = { use_dashboard: dashboardIds[n % dashboardIds.length] ?? null, duplicate_tiles: n % 3 === 0 }
      const kind = n++ % 2 === 0 ? { use_template: 'DEFAULT_APP' } : from
      const made = await traffic.manage({ path: DASHBOARDS, body: { name: randomUUID(), ...kind }, expected: [201] })
      if (!made) return
      const path = `${DASHBOARDS}${made.body.id}/`
      const text = { path: `${path}create_text_tile/`, body: { body: 'text' }, expected: [201] }
      await Promise.all([traffic.manage(text), traffic.manage(text)])
      await traffic.manage({ path: `${path}export_template/`, expected: [200] })
      const body = { deleted: true, delete_insights: true }
      while (!(await traffic.manage({ method: 'PATCH', path, body, expected: [200, 404] })));
    }
  }
}

/** Moves tiles between the same dashboards in every direction, while other clients reorder them. */
export function moveTiles({ dashboardIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const from = randomInt(dashboardIds.length)
    const to = (from + 1 + randomInt(dashboardIds.length - 1)) % dashboardIds.length
    const [source, target] = [dashboardIds[from], dashboardIds[to]]
    const path = `${DASHBOARDS}${source}/`
    const tileIds = await tilesOf(traffic, path)
    if (tileIds.length === 0) {
      await traffic.manage({ path: `${path}create_text_tile/`, body: { body: 'text' }, expected: [201] })
      return
    }
    const tile = tileIds[randomInt(tileIds.length)] ?? 0
    const order = { tile_order: tileIds.toReversed(), layout: 'two_column' }
    // Other clients do the same, so a tile may be deleted, or its content may be on the dashboard already.
    const maybe = [200, 400, 404]
    await Promise.all([
      traffic.manage({
        path: `${path}move_tile/`,
        body: { tile: { id: tile }, to_dashboard: target ?? 0 },
        expected: maybe,
      }),
      traffic.manage({ path: `${path}reorder_tiles/`, body: order, expected: maybe }),
    ])
    const copy = { from_dashboard_id: source ?? 0, tile_id: tile }
    await traffic.manage({ path: `${DASHBOARDS}${target}/copy_tile/`, body: copy, expected: maybe })
    if (tileIds.length > 8) {
      await traffic.manage({ path: `${path}delete_tile/`, body: { tile_id: tile }, expected: [204, 404] })
    }
  }
}

/** Adds insights to several dashboards in any order, concurrently with other clients. */
export function placeInsights({ dashboardIds, insightIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const path = `${INSIGHTS}${insightIds[randomInt(insightIds.length)]}/`
    const dashboards = [...dashboardIds].sort(() => randomInt(3) - 1).slice(0, 1 + randomInt(dashboardIds.length))
    await traffic.manage({ method: 'PATCH', path, body: { dashboards }, expected: [200] })
    await traffic.manage({ method: 'PATCH', path, body: { name: randomUUID() }, expected: [200] })
  }
}

/** Changes names and texts of dashboards whose tiles other clients move. */
export function editDashboards({ dashboardIds }: SharedThings): Activity {
  return (traffic) => async () => {
    const path = `${DASHBOARDS}${dashboardIds[randomInt(dashboardIds.length)]}/`
    const tileIds = await tilesOf(traffic, path)
    const tiles = [{ text: { body: 'new' } }, ...tileIds.slice(0, 3).map((id) => ({ id, color: 'red' }))]
    const body = { description: randomUUID(), tiles: tileIds.length > 8 ? tiles.slice(1) : tiles }
    await traffic.manage({ method: 'PATCH', path, body, expected: [200] })
    await traffic.manage({ path: `${path}run_insights/`, expected: [200] })
  }
}

async function tilesOf(traffic: Traffic, path: string): Promise<readonly number[]> {
  const read = await traffic.manage({ path, expected: [200] })
  // A list of tiles, each with its id.
  const tiles = (read?.body.tiles ?? []) as readonly { readonly id: JsonValue }[]
  return tiles.map(({ id }) => Number(id))
}
