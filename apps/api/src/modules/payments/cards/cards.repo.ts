import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { SavedMethod } from '../card-vault.port.ts'
import type { SavedCard } from './saved-card.ts'

/** A team at one gateway. */
export interface CardOwner {
  teamId: string
  gateway: string
}

export async function findCustomer(db: DbOrTx, { teamId, gateway }: CardOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_customers')
    .select('customer_id')
    .where('team_id', '=', teamId)
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return row?.customer_id
}

/** Stores the customer unless the team has one, and returns the stored id. */
export async function saveCustomer(db: DbOrTx, owner: CardOwner, customerId: string): Promise<string> {
  await db
    .insertInto('card_customers')
    .values({ team_id: owner.teamId, gateway: owner.gateway, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['team_id', 'gateway']).doNothing())
    .execute()
  return (await findCustomer(db, owner)) ?? customerId
}

export async function findTeamOfCustomer(
  db: DbOrTx,
  gateway: string,
  customerId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_customers')
    .select('team_id')
    .where('gateway', '=', gateway)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.team_id
}

/** Default card first, then newest first. */
export async function listCards(db: DbOrTx, { teamId, gateway }: CardOwner): Promise<SavedCard[]> {
  const rows = await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('gateway', '=', gateway)
    .orderBy('is_default', 'desc')
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toCard)
}

/** Returns the team's card with its gateway customer; `undefined` for cards of other teams. */
export async function findSavedCard(
  db: DbOrTx,
  { teamId, gateway, cardId }: CardOwner & { cardId: string },
): Promise<(SavedCard & { customerId: string }) | undefined> {
  const row = await db
    .selectFrom('saved_cards')
    .innerJoin('card_customers', (join) =>
      join
        .onRef('card_customers.team_id', '=', 'saved_cards.team_id')
        .onRef('card_customers.gateway', '=', 'saved_cards.gateway'),
    )
    .selectAll('saved_cards')
    .select('card_customers.customer_id')
    .where('saved_cards.team_id', '=', teamId)
    .where('saved_cards.gateway', '=', gateway)
    .where('saved_cards.id', '=', cardId)
    .executeTakeFirst()
  return row && { ...toCard(row), customerId: row.customer_id }
}

/** Replaces the stored cards with the gateway's list and returns them; known cards keep their ids. */
export async function mirrorCards(
  tx: Tx,
  ids: Ids,
  { teamId, gateway }: CardOwner,
  methods: readonly SavedMethod[],
): Promise<SavedCard[]> {
  // Serialises mirroring per team: concurrent runs would violate the single default.
  await tx
    .selectFrom('card_customers')
    .select('customer_id')
    .where('team_id', '=', teamId)
    .where('gateway', '=', gateway)
    .forUpdate()
    .execute()
  const teamCards = tx.deleteFrom('saved_cards').where('team_id', '=', teamId).where('gateway', '=', gateway)
  const methodIds = methods.map((method) => method.methodId)
  await (methodIds.length > 0 ? teamCards.where('method_id', 'not in', methodIds) : teamCards).execute()
  await tx
    .updateTable('saved_cards')
    .set({ is_default: false })
    .where('team_id', '=', teamId)
    .where('gateway', '=', gateway)
    .execute()
  for (const { methodId, card, isDefault } of methods) {
    const columns = {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      is_default: isDefault,
    }
    await tx
      .insertInto('saved_cards')
      .values({ id: ids.next('crd'), team_id: teamId, gateway, method_id: methodId, ...columns })
      .onConflict((conflict) => conflict.columns(['gateway', 'method_id']).doUpdateSet(columns))
      .execute()
  }
  return listCards(tx, { teamId, gateway })
}

export async function saveSetup(db: DbOrTx, owner: CardOwner, setupId: string): Promise<void> {
  await db
    .insertInto('card_setups')
    .values({ gateway: owner.gateway, setup_id: setupId, team_id: owner.teamId })
    .execute()
}

/** Returns the team's setup and stores `makesDefault`, so that it survives a bank challenge. */
export async function claimSetup(
  db: DbOrTx,
  { teamId, gateway }: CardOwner,
  setup: { setupId: string; makesDefault: boolean | undefined },
): Promise<{ makesDefault: boolean } | undefined> {
  const row = await db
    .updateTable('card_setups')
    .set(({ ref }) => ({ makes_default: setup.makesDefault ?? ref('makes_default') }))
    .where('gateway', '=', gateway)
    .where('setup_id', '=', setup.setupId)
    .where('team_id', '=', teamId)
    .returning('makes_default')
    .executeTakeFirst()
  return row && { makesDefault: row.makes_default }
}

/** Deletes setups older than 30 days and returns how many. A card saved later is found through its customer. */
export async function purgeCardSetups(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('card_setups')
    .where('created_at', '<', sql<Date>`clock_timestamp() - interval '30 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function findTeamOfSetup(
  db: DbOrTx,
  gateway: string,
  setupId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_setups')
    .select('team_id')
    .where('gateway', '=', gateway)
    .where('setup_id', '=', setupId)
    .executeTakeFirst()
  return row?.team_id
}

function toCard(row: Selectable<Tables['saved_cards']>): SavedCard {
  return {
    id: row.id,
    methodId: row.method_id,
    brand: row.brand,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    isDefault: row.is_default,
    savedAt: row.saved_at,
  }
}
