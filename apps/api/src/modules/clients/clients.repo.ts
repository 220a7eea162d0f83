import { money } from '@terrace/domain/money/money'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { cpuMsSince } from '#api/shared/cpu-time.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { LockedBook } from './client-book.repo.ts'
import type { Client, ClientDetails, ClientEntry } from './client.ts'

/**
 * The team's clients, or those with these ids. Entries whose key is lost are omitted; the cipher logs them. `onDecrypted` gets
 * the computing time.
 */
export async function readClients(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  { teamId, ids }: { teamId: string; ids?: readonly string[] },
  onDecrypted?: (ms: number) => void,
): Promise<Client[]> {
  const rows = await db
    .selectFrom('clients')
    .selectAll()
    .where('team_id', '=', teamId)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids})`))
    .execute()
  const from = process.threadCpuUsage()
  const clients = rows.flatMap((row) => toClient(fieldCipher, row) ?? [])
  onDecrypted?.(cpuMsSince(from))
  return clients
}

/** What tells whether a client has changed since it was read: every edit raises the version. */
export function readClientVersions(
  db: DbOrTx,
  teamId: string,
): Promise<{ id: string; version: number; lastUsedAt: Date }[]> {
  return db
    .selectFrom('clients')
    .select(['id', 'version', 'last_used_at as lastUsedAt'])
    .where('team_id', '=', teamId)
    .execute()
}

/** `undefined` also for another team's client. */
export async function findClient(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  { teamId, id }: { teamId: string; id: string },
): Promise<Client | undefined> {
  const row = await db
    .selectFrom('clients')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toClient(fieldCipher, row)
}

export async function findClientByEmail(
  tx: Tx,
  fieldCipher: FieldCipher,
  { book, email }: { book: LockedBook; email: string },
): Promise<Client | undefined> {
  const row = await tx
    .selectFrom('clients')
    .selectAll()
    .where('team_id', '=', book.teamId)
    .where('email_hash', '=', book.hash(email))
    .executeTakeFirst()
  const client = row && toClient(fieldCipher, row)
  // An entry that cannot be decrypted would otherwise block its email address for new entries.
  if (row && !client)
    await tx.updateTable('clients').set({ email_hash: null }).where('id', '=', row.id).execute()
  return client
}

export async function countClients(tx: DbOrTx, teamId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

interface ClientWrite {
  book: LockedBook
  id: string
  entry: ClientEntry
  now: Date
}

export async function insertClient(tx: Tx, fieldCipher: FieldCipher, write: ClientWrite): Promise<void> {
  const { book, id, now } = write
  await tx
    .insertInto('clients')
    .values({
      id,
      team_id: book.teamId,
      created_at: now,
      updated_at: now,
      last_used_at: now,
      ...columnsOf(fieldCipher, write),
    })
    .execute()
}

export async function updateClient(tx: Tx, fieldCipher: FieldCipher, write: ClientWrite): Promise<void> {
  await tx
    .updateTable('clients')
    .set({
      ...columnsOf(fieldCipher, write),
      version: sql`version + 1`,
      updated_at: write.now,
      last_used_at: write.now,
    })
    .where('team_id', '=', write.book.teamId)
    .where('id', '=', write.id)
    .execute()
}

export async function touchClient(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ last_used_at: sql`greatest(last_used_at, ${now})` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the team's clients with this id, or last used before this time, and returns how many. */
export async function deleteClients(
  tx: Tx,
  { teamId, ...which }: { teamId: string } & ({ ids: readonly string[] } | { usedBefore: Date }),
): Promise<number> {
  const ofTeam = tx.deleteFrom('clients').where('team_id', '=', teamId)
  const { numDeletedRows } = await (
    'ids' in which
      ? ofTeam.where('id', '=', sql<string>`any(${which.ids})`)
      : ofTeam.where('last_used_at', '<', which.usedBefore)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}

function columnsOf(fieldCipher: FieldCipher, { book, id, entry }: ClientWrite) {
  const { language, currency, commission, ...personal } = entry
  const { name, company, email, phone, notes } = personal
  const details: ClientDetails = { name, company, email, phone, notes }
  return {
    encrypted_details: fieldCipher.encrypt(JSON.stringify(details), encryptionContexts.clientDetails(id)),
    email_hash: email === '' ? null : book.hash(email),
    language,
    currency,
    commission_method: commission?.method ?? null,
    commission_minor: commission?.method === 'fixed' ? commission.amount.minor : null,
    commission_bp: commission?.method === 'percentage' ? commission.basisPoints : null,
  }
}

function toClient(fieldCipher: FieldCipher, row: Selectable<Tables['clients']>): Client | undefined {
  const text = fieldCipher.tryDecrypt(row.encrypted_details, encryptionContexts.clientDetails(row.id))
  if (text === undefined) return undefined
  return {
    // Safe cast: only `columnsOf` writes data with this context.
    ...(JSON.parse(text) as ClientDetails),
    id: row.id,
    teamId: row.team_id,
    language: row.language,
    currency: row.currency,
    commission: commissionOf(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
  }
}

function commissionOf(row: Selectable<Tables['clients']>): Client['commission'] {
  if (row.commission_bp !== null) return { method: 'percentage', basisPoints: row.commission_bp }
  if (row.commission_minor === null || row.currency === null) return null
  return { method: 'fixed', amount: money(row.commission_minor, row.currency) }
}
