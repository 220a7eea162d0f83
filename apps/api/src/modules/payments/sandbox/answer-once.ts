import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { SandboxDb, SandboxTx } from './sandbox-tables.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'

/** What goes out over HTTP. */
export interface SandboxAnswer {
  status: number
  body: unknown
}

interface Once {
  key: string
  /** The call in full, path included: the same key for anything else is refused. */
  call: unknown
}

/**
 * Does `work` once for a key and answers every repeat with the first answer. Effect and answer are one transaction, so a
 * crash leaves both or neither. Calls are hardly ever repeated, so that a repeat is only found out as its answer is to be
 * kept: what it did by then is undone, whatever came of it. A duplicate in flight waits for the first there, or where both
 * want the same row.
 */
export async function answerOnce(
  db: SandboxDb,
  { key, call }: Once,
  work: (tx: SandboxTx) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const hash = createHash('sha256').update(JSON.stringify(call)).digest()
  try {
    return await db.transaction().execute(async (tx) => {
      const { status, body } = await work(tx).catch(refusalAsAnswer)
      const kept = await tx
        .insertInto('sandbox.idempotency_keys')
        .values({ key, params_hash: hash, status, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (kept.numInsertedOrUpdatedRows === 0n) throw new Error(`the key ${key} was used before`)
      return { status, body }
    })
  } catch (error) {
    const first = await firstAnswer(db, key, hash)
    if (first) return first
    throw error
  }
}

/** What was answered to the key before, if it was used. */
async function firstAnswer(db: SandboxDb, key: string, hash: Buffer): Promise<SandboxAnswer | undefined> {
  const first = await db
    .selectFrom('sandbox.idempotency_keys')
    .select(['params_hash', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && !first.params_hash.equals(hash)) {
    throw new SandboxRefusal('idempotency_mismatch', 'This idempotency key was used for another call', {
      type: 'idempotency_error',
    })
  }
  return first
}

/** A refusal is decided before anything is written, and is remembered like every other answer. */
function refusalAsAnswer(error: unknown): SandboxAnswer {
  if (!(error instanceof SandboxRefusal)) throw error
  return { status: error.status, body: error.body }
}

/** Forgets answers that nobody will ask for again. Answers how many. Any connection to the sandbox's schema does. */
export async function forgetOldAnswers(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sandbox.idempotency_keys where created_at < now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
