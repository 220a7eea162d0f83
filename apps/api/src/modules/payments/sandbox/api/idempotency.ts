import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { SandboxDb, SandboxTx } from '../sandbox-tables.ts'
import { SandboxError } from '../sandbox-error.ts'

export interface SandboxResponse {
  status: number
  body: unknown
}

interface IdempotentCall {
  key: string
  /** The full call with its path: the same key for another call is rejected. */
  call: unknown
}

/**
 * Runs `work` once per key and replays the first response for later calls. Effect and response are one transaction, so
 * a crash leaves both or neither. Replays are rare, so they are detected when the response is stored: the second run
 * rolls back. Concurrent duplicates wait on that insert, or on a row both change.
 */
export async function runIdempotently(
  db: SandboxDb,
  { key, call }: IdempotentCall,
  work: (tx: SandboxTx) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const hash = createHash('sha256').update(JSON.stringify(call)).digest()
  try {
    return await db.transaction().execute(async (tx) => {
      const { status, body } = await work(tx).catch(errorAsResponse)
      const inserted = await tx
        .insertInto('sandbox.idempotency_keys')
        .values({ key, params_hash: hash, status, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new Error(`key ${key} was used before`)
      return { status, body }
    })
  } catch (error) {
    const first = await findStoredResponse(db, key, hash)
    if (first) return first
    throw error
  }
}

async function findStoredResponse(
  db: SandboxDb,
  key: string,
  hash: Buffer,
): Promise<SandboxResponse | undefined> {
  const first = await db
    .selectFrom('sandbox.idempotency_keys')
    .select(['params_hash', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && !first.params_hash.equals(hash)) {
    throw new SandboxError('idempotency_mismatch', 'This idempotency key was used for another call', {
      type: 'idempotency_error',
    })
  }
  return first
}

/** Rejections happen before any write and are stored like other responses. */
function errorAsResponse(error: unknown): SandboxResponse {
  if (!(error instanceof SandboxError)) throw error
  return { status: error.status, body: error.body }
}

/** Deletes responses older than 30 days and returns how many. Accepts any connection to the sandbox's schema. */
export async function purgeSandboxResponses(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sandbox.idempotency_keys where created_at < now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
