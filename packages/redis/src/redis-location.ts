/** The address of Redis, with its credentials. */
export interface RedisLocation {
  /** A single server, the primary that Sentinels report, or a cluster. */
  readonly kind: 'server' | 'sentinel' | 'cluster'
  /** The server, the Sentinels, or some nodes of the cluster. */
  readonly nodes: readonly RedisNode[]
  readonly tls: boolean
  readonly credentials: RedisCredentials
  /** Always 0 in a cluster, which has only this database. */
  readonly database: number
  /** The name of the primary in the Sentinels' configuration. */
  readonly group?: string
  readonly sentinelCredentials?: RedisCredentials
}

export interface RedisNode {
  readonly host: string
  readonly port: number
}

export interface RedisCredentials {
  readonly username?: string
  readonly password?: string
}
