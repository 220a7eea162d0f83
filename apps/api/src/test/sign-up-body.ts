import { signUpConstants } from '@terrace/contracts/sign-up'
import type { Db } from '../db/client.ts'
import { addRates } from './factories.ts'

/** One country and one currency to choose; answers the id of the currency, pounds. */
export async function addSignUpOptions(db: Db): Promise<number> {
  await db.insertInto('countries').values({ code: 'GB', name: 'United Kingdom', dial_code: '+44' }).execute()
  const { id } = await db
    .insertInto('currencies')
    .values({ code: 'GBP', id: 826, name: 'Pound sterling', exponent: 2, symbol: '£' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addRates(db, '2031-01-02', { GBP: '0.85' })
  return id
}

/** The sign-up payload under its wire names (spec §3). */
export function signUpBody(values: Record<string, unknown> = {}): Record<string, unknown> {
  const { '{product}_user': user, ...constants } = signUpConstants
  return {
    firstname: 'Ann',
    lastname: 'Buyer',
    phone: '2079460123',
    country_code: '+44',
    email: 'ann@example.com',
    username: 'ann-buyer',
    password: 'five!',
    base_currency: 826,
    docusign_envelope_id: 'env_none',
    ...constants,
    trade_user: user,
    ...values,
  }
}
