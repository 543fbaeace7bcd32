import {
  type DefinitionsCache,
  type DefinitionsToKeep,
  RENEW_AFTER_MS,
} from '../runtime/snapshots/definitions-cache.ts'

/** A shared cache in memory whose content tests can read. */
export interface MemoryDefinitionsCache extends DefinitionsCache {
  readonly bytes: Map<number, Uint8Array>
  /** The versions that were stored, in order. */
  readonly keptVersions: readonly number[]
}

/** Returns a cache that instances in one process share, in place of a server. */
export function memoryDefinitionsCache(): MemoryDefinitionsCache {
  const bytes = new Map<number, Uint8Array>()
  const newest = new Map<number, Pick<DefinitionsToKeep, 'uuid' | 'version' | 'confirmedAtMs'>>()
  const tokens = new Map<string, number>()
  const keptVersions: number[] = []
  return {
    bytes,
    keptVersions,
    find: async (projectId) => bytes.get(projectId),
    async keep({ projectId, uuid, version, apiToken, confirmedAtMs, encode }) {
      const known = newest.get(projectId)
      const isOld = known?.version === version && confirmedAtMs - known.confirmedAtMs >= RENEW_AFTER_MS
      if (known?.uuid === uuid && known.version >= version && !isOld) return true
      newest.set(projectId, { uuid, version, confirmedAtMs })
      tokens.set(apiToken, projectId)
      bytes.set(projectId, await encode())
      keptVersions.push(version)
      return true
    },
    async forget(projectId) {
      bytes.delete(projectId)
      newest.delete(projectId)
    },
    findProjectId: async (apiToken) => tokens.get(apiToken),
  }
}
