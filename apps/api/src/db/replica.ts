import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Pooler } from './database-client.ts'
import { openPool, type Db } from './client.ts'
import { withNamedStatements } from './named-statements.ts'
import { readPrimaryPosition, readReplicaPosition } from './replica.repo.ts'
import type { Tables } from './tables.ts'

const pollMs = 500

export interface ReplicaLogger {
  info(text: string): void
  warn(details: object, text: string): void
  error(text: string): void
}

export interface ReplicaOptions {
  primary: pg.Pool
  url: string
  poolSize: number
  pooler: Pooler
  /** The oldest state that a reader may see. */
  maxAgeMs: number
  logger: ReplicaLogger
}

export interface Replica {
  /**
   * Reads from the replica while it is recent enough and reachable, otherwise from the primary. For reads that decide
   * nothing about stock or money.
   */
  db: Db
  /** Age of what the replica shows; undefined while it is not known. */
  ageSeconds(): number | undefined
  start(): void
  stop(): Promise<void>
}

/**
 * Follows a replica. Twice a second it notes the position of the primary's log, and looks up to which of the noted
 * positions the replica has come: everything committed before that moment is visible on it. No clock of another machine
 * is involved, and a replica that does not respond grows old by itself.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, url, poolSize, pooler, maxAgeMs, logger } = options
  const pool = openPool({
    url,
    poolSize,
    pooler,
    onError: (error) => logger.warn({ err: error }, 'lost a connection to the replica'),
  })
  const pools = {
    replica: withNamedStatements(pool, pooler),
    primary: withNamedStatements(primary, pooler),
  }
  /** Positions of the primary, oldest first. */
  let noted: { at: number; position: bigint }[] = []
  /** Everything committed before this is on the replica. */
  let shownUpTo: number | undefined
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let isStopped = true
  let isUsed: boolean | undefined
  let isWrong = false

  const ageMs = () => (shownUpTo === undefined ? undefined : performance.now() - shownUpTo)
  const isRecent = () => (ageMs() ?? Number.POSITIVE_INFINITY) <= maxAgeMs

  async function poll(): Promise<void> {
    const at = performance.now()
    const own = await readPrimaryPosition(primary)
    noted.push({ at, position: own.position })
    const other = await readReplicaPosition(pool)
    isWrong = other.system !== own.system || other.database !== own.database || other.position === null
    if (isWrong || other.position === null) {
      shownUpTo = undefined
      return
    }
    const { position: replayed } = other
    const reached = noted.findLast(({ position }) => position <= replayed)
    if (reached) shownUpTo = reached.at
    noted = noted.filter((entry) => entry.at > at - maxAgeMs || entry === reached)
  }

  function reportChange(error: unknown): void {
    const isNowUsed = isRecent()
    if (isNowUsed === isUsed) return
    isUsed = isNowUsed
    if (isNowUsed) logger.info('reading catalogue and exports from the replica')
    else if (isWrong)
      logger.error('DATABASE_REPLICA_URL is no replica of DATABASE_URL; reading from the primary')
    else logger.warn({ err: error }, 'the replica is unreachable or too far behind; reading from the primary')
  }

  async function pollOnce(): Promise<void> {
    let failure: unknown
    try {
      await poll()
    } catch (error) {
      failure = error
    }
    if (isStopped) return
    reportChange(failure)
    timer = setTimeout(() => {
      polling = pollOnce()
    }, pollMs)
  }

  const routed: PostgresPool = {
    options: pool.options,
    async connect() {
      if (!isRecent()) return pools.primary.connect()
      try {
        return retryingOnPrimary(await pools.replica.connect(), pools.primary)
      } catch {
        return pools.primary.connect()
      }
    },
    end: () => pool.end(),
  }

  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: routed }) }),
    ageSeconds() {
      const age = ageMs()
      return age === undefined ? undefined : age / 1000
    },
    start() {
      isStopped = false
      polling = pollOnce()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await polling
      await pool.end()
    },
  }
}

/** A replica may cancel a read that conflicts with what it replays, or go away; the primary then runs it. */
function retryingOnPrimary(client: PostgresPoolClient, primary: PostgresPool): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      if (!isProblemOfReplica(error)) throw error
      const other = await primary.connect()
      try {
        return await other.query(text, values)
      } finally {
        other.release()
      }
    }
  }
  return { query, release: () => client.release() } as PostgresPoolClient
}

const conflictWithRecovery = '40001'

function isProblemOfReplica(error: unknown): boolean {
  // Without a code, the connection was lost.
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === undefined || code === conflictWithRecovery || /^(?:57P|08)/.test(code)
}
