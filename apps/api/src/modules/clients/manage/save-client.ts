import { maxClientsPerTeam } from '@terrace/contracts/clients'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { claimKey, storedId, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { lockBook, type LockedBook } from '../client-book.repo.ts'
import type { Client, ClientEntry } from '../client.ts'
import { clientErrors } from '../clients.errors.ts'
import { countClients, findClient, findClientByEmail, insertClient, updateClient } from '../clients.repo.ts'
import { linkHistoryOf } from '../linking/link-history-of-client.ts'

export interface ClientDeps {
  db: Db
  clock: Clock
  ids: Ids
  fieldCipher: FieldCipher
}

/**
 * Adds a client and links the team's quotes that name them. Repeating the idempotency key returns the first client.
 * @throws `client.duplicate`, `client.book_full`, and `client.not_found` when a repeated one was deleted since.
 */
export async function createClient(
  deps: ClientDeps,
  by: Pick<AuthenticatedAccount, 'teamId'>,
  { entry, key }: { entry: ClientEntry; key: IdempotencyKey | undefined },
): Promise<Client> {
  const { teamId } = by
  const scope = { teamId, route: 'clients.create' }
  return inTransaction(deps.db, async (tx) => {
    const stored = key && (await claimKey(tx, scope, key))
    if (stored !== undefined) return readClient(tx, deps, { teamId, id: storedId(stored, 'client_id') })
    const book = await lockBook(tx, deps.fieldCipher, teamId)
    const id = await addClient(tx, deps, { book, entry })
    if (key) await storeResponse(tx, scope, key, { client_id: id })
    return readClient(tx, deps, { teamId, id })
  })
}

/** Adds a client to the locked book and returns its id. */
export async function addClient(
  tx: Tx,
  deps: ClientDeps,
  { book, entry }: { book: LockedBook; entry: ClientEntry },
): Promise<string> {
  await assertEmailIsFree(tx, deps, { book, email: entry.email })
  if ((await countClients(tx, book.teamId)) >= maxClientsPerTeam) throw clientErrors.make('client.book_full')
  const id = deps.ids.next('clt')
  await insertClient(tx, deps.fieldCipher, { book, id, entry, now: deps.clock.now() })
  await linkHistoryOf(tx, { teamId: book.teamId, clientId: id, ...entry })
  return id
}

/**
 * Replaces a client's details.
 * @throws `client.changed` when it was edited since `version` was read; nothing is overwritten.
 */
export async function editClient(
  deps: ClientDeps,
  by: Pick<AuthenticatedAccount, 'teamId'>,
  { id, version, entry }: { id: string; version: number; entry: ClientEntry },
): Promise<Client> {
  const { teamId } = by
  return inTransaction(deps.db, async (tx) => {
    const book = await lockBook(tx, deps.fieldCipher, teamId)
    const client = await readClient(tx, deps, { teamId, id })
    if (client.version !== version) throw clientErrors.make('client.changed')
    await saveChanges(tx, deps, { book, client, entry })
    return readClient(tx, deps, { teamId, id })
  })
}

/** Writes the entry of a client of the locked book. */
export async function saveChanges(
  tx: Tx,
  deps: ClientDeps,
  { book, client, entry }: { book: LockedBook; client: Client; entry: ClientEntry },
): Promise<void> {
  await assertEmailIsFree(tx, deps, { book, email: entry.email, exceptId: client.id })
  await updateClient(tx, deps.fieldCipher, { book, id: client.id, entry, now: deps.clock.now() })
  await linkHistoryOf(tx, { teamId: book.teamId, clientId: client.id, ...entry })
}

export async function readClient(
  tx: Tx,
  { fieldCipher }: Pick<ClientDeps, 'fieldCipher'>,
  which: { teamId: string; id: string },
): Promise<Client> {
  const client = await findClient(tx, fieldCipher, which)
  if (!client) throw clientErrors.make('client.not_found')
  return client
}

/** One entry per address; the error names the existing one. */
async function assertEmailIsFree(
  tx: Tx,
  { fieldCipher }: ClientDeps,
  { book, email, exceptId }: { book: LockedBook; email: string; exceptId?: string },
): Promise<void> {
  if (email === '') return
  const existing = await findClientByEmail(tx, fieldCipher, { book, email })
  if (!existing || existing.id === exceptId) return
  const title = `This email address belongs to ${existing.name}`
  throw clientErrors.make('client.duplicate', {
    title,
    details: { fields: { email: [title] }, client: { id: existing.id, name: existing.name } },
  })
}
