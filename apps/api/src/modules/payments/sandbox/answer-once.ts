import { createHash } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { SandboxDb, SandboxTx } from './intents.repo.ts'
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
 * crash leaves both or neither; a duplicate in flight waits for the first on the key's row.
 */
export async function answerOnce(
  db: SandboxDb,
  { key, call }: Once,
  work: (tx: SandboxTx) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const hash = createHash('sha256').update(JSON.stringify(call)).digest()
  return db.transaction().execute(async (tx) => {
    const claimed = await tx
      .insertInto('sandbox.idempotency_keys')
      .values({ key, params_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return firstAnswer(tx, key, hash)
    const answer = await work(tx).catch(refusalAsAnswer)
    await tx
      .updateTable('sandbox.idempotency_keys')
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where('key', '=', key)
      .execute()
    return answer
  })
}

async function firstAnswer(tx: SandboxTx, key: string, hash: Buffer): Promise<SandboxAnswer> {
  const first = await tx
    .selectFrom('sandbox.idempotency_keys')
    .select(['params_hash', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.params_hash.equals(hash)) {
    throw new SandboxRefusal('idempotency_mismatch', 'This idempotency key was used for another call', {
      type: 'idempotency_error',
    })
  }
  // Committed together with its answer, or not at all.
  return { status: first.status ?? 500, body: first.body }
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
