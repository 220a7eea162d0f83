import type { Actor } from '#api/audit/actor.ts'
import { recordChanges, type AuditedChange } from '#api/audit/record-changes.ts'
import type { Selectable } from 'kysely'
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

/**
 * Replaces the stored cards with the gateway's list and returns them; known cards keep their ids. New ones are stored up
 * to the maximum, the oldest first; the others are returned as `surplus`.
 */
export async function mirrorCards(
  tx: Tx,
  ids: Ids,
  { teamId, gateway, actor, maxCards }: CardOwner & { actor: Actor; maxCards: number },
  listed: readonly SavedMethod[],
): Promise<{ cards: SavedCard[]; surplus: SavedMethod[] }> {
  // Serialises mirroring per team: concurrent runs would violate the single default.
  await tx
    .selectFrom('card_customers')
    .select('customer_id')
    .where('team_id', '=', teamId)
    .where('gateway', '=', gateway)
    .forUpdate()
    .execute()
  const before = await listCards(tx, { teamId, gateway })
  const { methods, surplus } = withinLimit(listed, before, maxCards)
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
  const after = await listCards(tx, { teamId, gateway })
  await recordChanges(tx, actor, ...cardChanges(before, after).map((change) => ({ ...change, teamId })))
  return { cards: after, surplus }
}

/** Known cards always stay. `listed` has the newest first. */
function withinLimit(listed: readonly SavedMethod[], before: readonly SavedCard[], maxCards: number) {
  const isKnown = ({ methodId }: SavedMethod) => before.some((card) => card.methodId === methodId)
  const added = listed.filter((method) => !isKnown(method))
  const room = Math.max(0, maxCards - (listed.length - added.length))
  const surplus = added.slice(0, Math.max(0, added.length - room))
  return { methods: listed.filter((method) => !surplus.includes(method)), surplus }
}

function cardChanges(before: readonly SavedCard[], after: readonly SavedCard[]): AuditedChange[] {
  const missingFrom = (cards: readonly SavedCard[], others: readonly SavedCard[]) =>
    cards
      .filter(({ id }) => !others.some((other) => other.id === id))
      .map(({ id, brand, last4 }) => ({ card_id: id, brand, last4 }))
  const defaultOf = (cards: readonly SavedCard[]) => cards.find(({ isDefault }) => isDefault)?.id ?? null
  const [from, to] = [defaultOf(before), defaultOf(after)]
  return [
    ...missingFrom(after, before).map((details) => ({ kind: 'card.saved' as const, details })),
    ...missingFrom(before, after).map((details) => ({ kind: 'card.removed' as const, details })),
    ...(from === to
      ? []
      : [
          {
            kind: 'card.default_changed' as const,
            details: { before: { card_id: from }, after: { card_id: to } },
          },
        ]),
  ]
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
