/** Where a Redis is, and how to get in. */
export interface RedisLocation {
  /** One server, the primary that Sentinels know, or a cluster. */
  readonly kind: 'server' | 'sentinel' | 'cluster'
  /** The server, the Sentinels, or some nodes of the cluster. */
  readonly nodes: readonly RedisNode[]
  readonly tls: boolean
  readonly credentials: RedisCredentials
  /** 0 in a cluster, which has no other. */
  readonly database: number
  /** What the Sentinels call the primary. */
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
