import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { ListingFields } from './listing-fields.ts'

export type ChangeKind = 'created' | 'changed' | 'published' | 'unpublished'

/** Who made a change. A member acts by hand; the other sources have no account. */
export type ChangeAuthor =
  | { source: 'hand'; accountId: string }
  | { source: 'file' | 'rule' | 'operator'; accountId?: undefined }

export const operator: ChangeAuthor = { source: 'operator' }

interface NewChange {
  listingId: string
  kind: ChangeKind
  author: ChangeAuthor
  before?: Partial<ListingFields>
  after?: Partial<ListingFields>
}

/** Writes the history of a listing, in the transaction that changes it. */
export async function recordListingChange(
  tx: Tx,
  { listingId, kind, author, before = {}, after = {} }: NewChange,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('listing_changes')
    .values({
      listing_id: listingId,
      kind,
      source: author.source,
      account_id: author.accountId ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      at,
    })
    .execute()
}

export interface ListingChange {
  id: string
  at: Date
  kind: ChangeKind
  source: ChangeAuthor['source']
  actorName: string | null
  bulkEditId: string | null
  isUndo: boolean
  before: Partial<ListingFields>
  after: Partial<ListingFields>
  currency: string
}

/** Newest first. `undefined` for a listing of another team. */
export async function readListingChanges(
  db: DbOrTx,
  {
    teamId,
    listingId,
    before,
    withCosts,
    limit,
  }: {
    teamId: string
    listingId: string
    before?: string | undefined
    /** Whether changes of nothing but the cost are listed. */
    withCosts: boolean
    limit: number
  },
): Promise<ListingChange[] | undefined> {
  const listing = await db
    .selectFrom('listings')
    .select('currency')
    .where('id', '=', listingId)
    .where('seller_team_id', '=', teamId)
    .executeTakeFirst()
  if (!listing) return undefined
  const { rows } = await sql<Omit<ListingChange, 'currency'>>`
    select c.id::text as id, c.at, c.kind, c.source, case when a.erased_at is null then a.full_name end as "actorName",
      c.bulk_edit_id as "bulkEditId", c.is_undo as "isUndo", c.before, c.after
    from listing_changes c left join accounts a on a.id = c.account_id
    where c.listing_id = ${listingId} and ${before === undefined ? sql`true` : sql`c.id < ${before}::bigint`}
      and (${withCosts} or c.kind <> 'changed' or c.after - 'cost_minor' <> '{}'::jsonb)
    order by c.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, currency: listing.currency }))
}
