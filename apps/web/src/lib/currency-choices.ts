import { commonCurrencies } from '@terrace/domain/money/currencies'
import { readUser } from './http/session.ts'

/** The currency of the user's team, in which prices show unless another is selected. */
export function teamCurrency(): string | undefined {
  const currency = readUser()?.['base_currency']
  return typeof currency === 'string' ? currency : undefined
}

/** Options of a currency select, with `selected` among them. */
export function currencyChoices(selected?: string): { id: string; name: string }[] {
  const own = teamCurrency()
  const codes = [
    ...new Set([
      ...(own === undefined ? [] : [own]),
      ...(selected === undefined ? [] : [selected]),
      ...commonCurrencies,
    ]),
  ]
  return codes.map((code) => ({ id: code, name: code }))
}
