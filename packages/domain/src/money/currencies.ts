/**
 * Currency codes, decimals and symbols (spec §9 in docs/requirements.md). What a currency needs:
 *
 *     to be traded               an entry in `activeCodes` below, and two decimals
 *     to be converted            also an exchange rate that is less than `rateIgnoredAfterDays` days older than the newest
 *                                rate of any currency
 *     to be offered at sign-up   also a row of the database table `currencies`, which has no other use; it is filled from
 *                                seeds/data/reference/currencies.json
 *     to be offered for prices   also an entry in `commonCurrencies` below, unless it is the team's own currency
 *
 * CONTRIBUTING.md has the steps to add one.
 */

/** Every team can see prices in these, listed in this order after its own currency; also the first choices of sign-up. */
export const commonCurrencies = ['GBP', 'EUR', 'USD'] as const

/** An ISO 4217 code such as 'GBP'. Validate external text with `isCurrencyCode`. */
export type CurrencyCode = string

/** ISO 4217 currencies in circulation, without fund codes, metals and withdrawn codes. */
const activeCodes: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
    'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
    'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
)

// A table instead of Intl, because ICU versions of browser and server may disagree about minor units.
const exponents: ReadonlyMap<string, number> = new Map([
  ...withExponent('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', 0),
  ...withExponent('BHD IQD JOD KWD LYD OMR TND', 3),
])

/** Spec §9. `PER` is not a currency; it is the unit of percentage commissions. */
const specSymbols: ReadonlyMap<string, string> = new Map([
  ['GBP', '£'],
  ['EUR', '€'],
  ['USD', '$'],
  ['PER', '%'],
])

/** Narrow symbols shared by several currencies; these use the longer form (A$, CN¥, SEK). */
const sharedSymbols: ReadonlySet<string> = new Set(['$', '£', '€', '%', '¥', 'kr'])

export function isCurrencyCode(text: string): boolean {
  return activeCodes.has(text)
}

/** Number of decimals; two unless ISO 4217 says otherwise. */
export function currencyExponent(currency: CurrencyCode): number {
  return exponents.get(currency) ?? 2
}

/**
 * Whether prices may be in this currency: in circulation, with two decimals (product.md §12.1). Converting them also
 * needs a current exchange rate, which this does not check.
 */
export function isTradableCurrency(text: string): boolean {
  return isCurrencyCode(text) && currencyExponent(text) === 2
}

const symbolCache = new Map<string, string>()

/**
 * The symbol of spec §9 for GBP, EUR, USD and PER; otherwise the narrow `Intl` symbol, or the longer form if that is
 * ambiguous. Unknown codes are returned unchanged.
 */
export function currencySymbol(currency: string): string {
  const cached = specSymbols.get(currency) ?? symbolCache.get(currency)
  if (cached !== undefined) return cached
  const narrow = intlSymbol(currency, 'narrowSymbol')
  const symbol = sharedSymbols.has(narrow) ? intlSymbol(currency, 'symbol') : narrow
  symbolCache.set(currency, symbol)
  return symbol
}

function intlSymbol(currency: string, currencyDisplay: 'narrowSymbol' | 'symbol'): string {
  if (!/^[A-Z]{3}$/.test(currency)) return currency
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency
}

function withExponent(codes: string, exponent: number): [string, number][] {
  return codes.split(' ').map((code) => [code, exponent])
}
