/** Currency codes, their decimals and their signs (spec §9). */

/** An ISO 4217 alphabetic code, e.g. 'GBP'. Text from outside is checked with `isCurrencyCode`. */
export type CurrencyCode = string

/** The currencies in circulation in ISO 4217; fund codes, metals and withdrawn codes are not among them. */
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

// A table rather than Intl: the browser and the server must agree on what a minor unit is, whatever their ICU says.
const exponents: ReadonlyMap<string, number> = new Map([
  ...withExponent('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', 0),
  ...withExponent('BHD IQD JOD KWD LYD OMR TND', 3),
])

/** Spec §9. `PER` is no currency: it is how a percentage commission names its unit. */
const specSymbols: ReadonlyMap<string, string> = new Map([
  ['GBP', '£'],
  ['EUR', '€'],
  ['USD', '$'],
  ['PER', '%'],
])

/** Narrow signs that more than one currency of a price list would share: those get the longer form (A$, CN¥, SEK). */
const sharedSymbols: ReadonlySet<string> = new Set(['$', '£', '€', '%', '¥', 'kr'])

export function isCurrencyCode(text: string): text is CurrencyCode {
  return activeCodes.has(text)
}

/** Decimals of the currency: how many digits of `minor` stand behind the point. Two where ISO 4217 says no other. */
export function currencyExponent(currency: CurrencyCode): number {
  return exponents.get(currency) ?? 2
}

/** Marketplace currencies are those with two decimals (product.md §12). */
export function isMarketplaceCurrency(text: string): text is CurrencyCode {
  return isCurrencyCode(text) && currencyExponent(text) === 2
}

/** Those of the given codes that the marketplace trades in, in the given order, each once. */
export function marketplaceCurrencies(codes: Iterable<string>): CurrencyCode[] {
  return [...new Set(codes)].filter(isMarketplaceCurrency)
}

const symbolCache = new Map<string, string>()

/**
 * The sign before an amount: spec §9 for GBP, EUR, USD and PER, else the short sign that `Intl` knows, or its
 * longer form where the short one could be taken for another currency. Unknown codes stand for themselves.
 */
export function currencySymbol(currency: string): string {
  const known = specSymbols.get(currency) ?? symbolCache.get(currency)
  if (known !== undefined) return known
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
