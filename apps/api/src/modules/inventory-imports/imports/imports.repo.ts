import { sql, type RawBuilder } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { workingStates, type ImportState, type InventoryImport } from './inventory-import.ts'

const columns = sql`i.id, i.team_id as "teamId", i.profile_id as "profileId", i.profile_version as "profileVersion", i.state,
  i.file_name as "fileName", i.file_parts as "fileParts", i.file_bytes as "fileBytes", i.file_hash as "fileHash",
  i.file_made_at as "fileMadeAt", i.event_id as "eventId", i.uploaded_by as "uploadedBy", i.created_at as "createdAt",
  i.base_import_id as "baseImportId", i.rows_read as "rowsRead", i.live_before as "liveBefore", i.counts,
  i.problem_code as "problemCode", i.problem, i.withdrawals, i.withdrawals_confirmed as "withdrawalsConfirmed",
  i.applied_by as "appliedBy", i.applied_at as "appliedAt", i.finished_at as "finishedAt", i.undone_at as "undoneAt",
  i.relists_withdrawn as "relistsWithdrawn", i.failed_attempts as "failedAttempts",
  i.rows_done as "rowsDone", i.totals, i.source, i.source_key as "sourceKey", i.api_key_id as "apiKeyId",
  i.waits_for as "waitsFor", i.kept_rows as "keptRows", i.read_fully_at as "readFullyAt",
  i.managed_listings as "managedListings"`

export type NewImport = Pick<
  InventoryImport,
  | 'id'
  | 'teamId'
  | 'profileId'
  | 'profileVersion'
  | 'fileName'
  | 'fileParts'
  | 'fileBytes'
  | 'fileHash'
  | 'fileMadeAt'
  | 'eventId'
  | 'uploadedBy'
  | 'createdAt'
  | 'source'
  | 'sourceKey'
  | 'apiKeyId'
>

export async function insertImport(tx: Tx, values: NewImport): Promise<void> {
  await tx
    .insertInto('inventory_imports')
    .values({
      id: values.id,
      team_id: values.teamId,
      profile_id: values.profileId,
      profile_version: values.profileVersion,
      file_name: values.fileName,
      file_parts: [...values.fileParts],
      file_bytes: values.fileBytes,
      file_hash: values.fileHash,
      file_made_at: values.fileMadeAt,
      event_id: values.eventId,
      uploaded_by: values.uploadedBy,
      created_at: values.createdAt,
      source: values.source,
      source_key: values.sourceKey,
      api_key_id: values.apiKeyId,
      counts: '{}',
      totals: '{}',
    })
    .execute()
}

async function read(db: DbOrTx, rest: RawBuilder<unknown>): Promise<InventoryImport[]> {
  const { rows } = await sql<InventoryImport>`select ${columns} from inventory_imports i ${rest}`.execute(db)
  return rows
}

/** The import, if it is of the team. The server's own work omits the team. */
export async function findImport(
  db: DbOrTx,
  importId: string,
  teamId?: string,
): Promise<InventoryImport | undefined> {
  const ofTeam = teamId === undefined ? sql`` : sql`and i.team_id = ${teamId}`
  const [found] = await read(db, sql`where i.id = ${importId} ${ofTeam}`)
  return found
}

/** The import of a delivery that arrived before. */
export async function findImportOfDelivery(
  db: DbOrTx,
  profileId: string,
  sourceKey: string,
): Promise<InventoryImport | undefined> {
  const [found] = await read(db, sql`where i.profile_id = ${profileId} and i.source_key = ${sourceKey}`)
  return found
}

/** Until the end of the transaction, no other one can store the same delivery. */
export async function lockDelivery(tx: Tx, profileId: string, sourceKey: string): Promise<void> {
  await lockUntilEnd(tx, `${profileId} ${sourceKey}`)
}

/** Locks the import; its steps and the decisions of people wait for each other. */
export async function lockImport(
  tx: Tx,
  importId: string,
  teamId?: string,
): Promise<InventoryImport | undefined> {
  const ofTeam = teamId === undefined ? sql`` : sql`and i.team_id = ${teamId}`
  const [found] = await read(tx, sql`where i.id = ${importId} ${ofTeam} for update`)
  return found
}

/** The newest first. */
export async function readImports(
  db: DbOrTx,
  teamId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ imports: InventoryImport[]; total: number }> {
  const imports = await read(
    db,
    sql`where i.team_id = ${teamId} order by i.created_at desc, i.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from inventory_imports where team_id = ${teamId}`.execute(db)
  return { imports, total: rows[0]?.total ?? 0 }
}

/** The last import of the profile that was applied and not undone. */
export async function findLastApplied(db: DbOrTx, profileId: string): Promise<InventoryImport | undefined> {
  const [found] = await read(
    db,
    sql`where i.profile_id = ${profileId} and i.state in ('done', 'done_with_errors') and i.applied_at is not null
      order by i.applied_at desc limit 1`,
  )
  return found
}

/** Whether an import of the profile is being undone. */
export async function isUndoing(
  db: DbOrTx,
  { teamId, profileId }: Pick<InventoryImport, 'teamId' | 'profileId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from inventory_imports
    where team_id = ${teamId} and profile_id = ${profileId} and state = 'undoing'`.execute(db)
  return rows.length > 0
}

/** Whether no import of the profile was undone since the step of this import began, or is being undone. */
export async function isBaseCurrent(
  tx: Tx,
  inventoryImport: InventoryImport,
  locked: InventoryImport | undefined,
): Promise<boolean> {
  return locked?.baseImportId === inventoryImport.baseImportId && !(await isUndoing(tx, inventoryImport))
}

/**
 * Ends the previews of the profile's other files, which compared them with listings as they were before an undo. They are
 * made again; `undoneId` as their base says so to a preview that is being made.
 */
export async function endPreviews(tx: Tx, profileId: string, undoneId: string): Promise<void> {
  await sql`
    update inventory_imports
    set base_import_id = ${undoneId}, state = case state when 'previewed' then 'matched' else state end
    where profile_id = ${profileId} and state in ('received', 'parsed', 'matched', 'previewed')`.execute(tx)
}

export type ImportChange = Partial<
  Pick<
    InventoryImport,
    | 'state'
    | 'baseImportId'
    | 'rowsRead'
    | 'keptRows'
    | 'readFullyAt'
    | 'managedListings'
    | 'liveBefore'
    | 'counts'
    | 'problemCode'
    | 'problem'
    | 'withdrawals'
    | 'withdrawalsConfirmed'
    | 'appliedBy'
    | 'appliedAt'
    | 'finishedAt'
    | 'undoneAt'
    | 'relistsWithdrawn'
    | 'failedAttempts'
    | 'waitsFor'
    | 'rowsDone'
    | 'totals'
  >
> & { claimedUntil?: Date | null }

const columnOf: Readonly<Record<keyof ImportChange, string>> = {
  state: 'state',
  baseImportId: 'base_import_id',
  rowsRead: 'rows_read',
  keptRows: 'kept_rows',
  readFullyAt: 'read_fully_at',
  managedListings: 'managed_listings',
  liveBefore: 'live_before',
  counts: 'counts',
  problemCode: 'problem_code',
  problem: 'problem',
  withdrawals: 'withdrawals',
  withdrawalsConfirmed: 'withdrawals_confirmed',
  appliedBy: 'applied_by',
  appliedAt: 'applied_at',
  finishedAt: 'finished_at',
  undoneAt: 'undone_at',
  relistsWithdrawn: 'relists_withdrawn',
  failedAttempts: 'failed_attempts',
  waitsFor: 'waits_for',
  rowsDone: 'rows_done',
  totals: 'totals',
  claimedUntil: 'claimed_until',
}

const jsonColumns: ReadonlySet<string> = new Set(['counts', 'totals'])

/** Changes the import if it is still in the state; returns whether it was. */
export async function changeImport(
  db: DbOrTx,
  importId: string,
  from: ImportState,
  change: ImportChange,
): Promise<boolean> {
  // Object.entries loses the key type.
  const entries = Object.entries(change) as [keyof ImportChange, unknown][]
  const sets = entries.map(
    ([name, value]) =>
      sql`${sql.ref(columnOf[name])} = ${jsonColumns.has(name) ? JSON.stringify(value) : value}`,
  )
  const { rows } = await sql`
    update inventory_imports set ${sql.join(sets)} where id = ${importId} and state = ${from} returning id`.execute(
    db,
  )
  return rows.length > 0
}

export const claimSeconds = 120

/**
 * Claims an import with work to do: the given one, or the oldest; with `afterTeam`, the oldest of the next team. `undefined`
 * if there is none. After a crash, the claim expires and another process continues.
 */
export async function claimImport(
  db: DbOrTx,
  { importId, afterTeam }: { importId?: string | undefined; afterTeam?: string | undefined },
): Promise<string | undefined> {
  const order = afterTeam === undefined ? sql`created_at` : sql`team_id <= ${afterTeam}, team_id, created_at`
  const { rows } = await sql<{ id: string }>`
    update inventory_imports set claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    where id = (
      select id from inventory_imports
      where state = any(${workingStates}) and (claimed_until is null or claimed_until < clock_timestamp())
        and (${importId ?? null}::text is null or id = ${importId ?? null})
      order by ${order} for update skip locked limit 1
    ) returning id`.execute(db)
  return rows[0]?.id
}

/** Extends the claim, unless it has ended, and stores the progress: `to` rows in total, or `more` rows than before. */
export async function extendClaim(
  db: DbOrTx,
  importId: string,
  done: { to: number } | { more: number } = { more: 0 },
): Promise<void> {
  const rowsDone = 'to' in done ? sql`${done.to}` : sql`rows_done + ${done.more}`
  await sql`
    update inventory_imports
    set claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds}), rows_done = ${rowsDone}
    where id = ${importId} and claimed_until is not null`.execute(db)
}
