import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** Whom papers and letters of orders name and reach. */

export async function readTeamContact(db: Reader, teamId: string): Promise<{ name: string; email: string }> {
  return await db
    .selectFrom('teams')
    .select(['name', 'email'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
}

export async function readFirstName(db: Reader, accountId: string): Promise<string> {
  const { first_name } = await db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return first_name
}

/** The people of the marketplace who look after orders. */
export async function readOperators(db: Reader): Promise<{ email: string; firstName: string }[]> {
  return await db
    .selectFrom('accounts')
    .select(['email', 'first_name as firstName'])
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** Whether the order's payment is taken; before that the order may still be undone. */
export async function isOrderPaid(db: Reader, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`select order_is_paid(${orderId}) as paid`.execute(db)
  return rows[0]?.paid ?? false
}
