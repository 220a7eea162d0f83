import { readUser } from './session.ts'

/** What prices are most often compared in; the team's own comes before them. */
const common = ['GBP', 'EUR', 'USD']

/** The currencies to choose from where prices are shown in this one. */
export function currencyChoices(shown: string): { id: string; name: string }[] {
  const own = readUser()?.['base_currency']
  const codes = [...new Set([...(typeof own === 'string' ? [own] : []), shown, ...common])]
  return codes.map((code) => ({ id: code, name: code }))
}
