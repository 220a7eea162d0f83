import { currencySymbol, isMarketplaceCurrency } from '@terrace/domain/currencies'
import { quotedWithinDays } from '@terrace/domain/exchange'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

export interface SignUpOptions {
  dialCodes: { isoCode: string; dialCode: string; name: string }[]
  /** `displayName` is HTML (spec §3). */
  currencies: { id: number; code: string; displayName: string }[]
}

/** What the registration screen offers: countries with a dial code, and the currencies that the day's rates reach. */
export async function readSignUpOptions(db: Db): Promise<SignUpOptions> {
  const countries = await db
    .selectFrom('countries')
    .select(['code as isoCode', 'dial_code as dialCode', 'name'])
    .where('dial_code', '<>', '')
    .orderBy('name')
    .execute()
  return { dialCodes: countries, currencies: await readTradedCurrencies(db) }
}

/** Currencies with two decimals and a rate: a team in any other could not be shown a single price. */
export async function readTradedCurrencies(db: Db): Promise<SignUpOptions['currencies']> {
  const { rows } = await sql<{ id: number; code: string }>`
    select c.id, c.code from currencies c
    where c.code = 'EUR' or exists (
      select 1 from exchange_rates r
      where r.currency = c.code
        and r.rate_date > (select max(rate_date) from exchange_rates) - ${quotedWithinDays}::integer)
    order by array_position(array['GBP', 'EUR', 'USD'], c.code), c.code`.execute(db)
  return rows
    .filter(({ code }) => isMarketplaceCurrency(code))
    .map(({ id, code }) => ({ id, code, displayName: `${code} (${asEntities(currencySymbol(code))})` }))
}

/** Everything but plain letters and signs as a numeric entity: £ → &#163; */
function asEntities(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9$.]/gu, (sign) => `&#${sign.codePointAt(0)};`)
}
