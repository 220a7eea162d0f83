import { commonCurrencies, currencySymbol, isTradableCurrency } from '@terrace/domain/money/currencies'
import { rateIgnoredAfterDays } from '@terrace/domain/money/exchange'
import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

export interface SignUpOptions {
  dialCodes: { isoCode: string; dialCode: string; name: string }[]
  /** `displayName` is HTML (spec §3). */
  currencies: { id: number; code: string; displayName: string }[]
}

/** Countries with a dial code, and currencies with a current rate. */
export async function readSignUpOptions(db: Db): Promise<SignUpOptions> {
  const countries = await db
    .selectFrom('countries')
    .select(['code as isoCode', 'dial_code as dialCode', 'name'])
    .where('dial_code', '<>', '')
    .orderBy('name')
    .execute()
  return { dialCodes: countries, currencies: await readCurrenciesWithRate(db) }
}

/** Currencies with two decimals and a current rate; prices in any other could not be shown. */
export async function readCurrenciesWithRate(db: Db): Promise<SignUpOptions['currencies']> {
  const { rows } = await sql<{ id: number; code: string }>`
    select c.id, c.code from currencies c
    where c.code = 'EUR' or exists (
      select 1 from exchange_rates r
      where r.currency = c.code
        and r.rate_date > (select max(rate_date) from exchange_rates) - ${rateIgnoredAfterDays}::integer)
    order by array_position(${[...commonCurrencies]}::text[], c.code), c.code`.execute(db)
  return rows
    .filter(({ code }) => isTradableCurrency(code))
    .map(({ id, code }) => ({ id, code, displayName: `${code} (${asEntities(currencySymbol(code))})` }))
}

/** Encodes everything but ASCII letters, digits and `$.` as numeric entities: £ → &#163; */
function asEntities(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9$.]/gu, (character) => `&#${character.codePointAt(0)};`)
}
