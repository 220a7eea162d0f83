import { parseDecimal } from '@terrace/domain/money/money'

export interface MoneyFormat {
  currency: string
  /** `comma`: 1 600,00. */
  decimal: 'point' | 'comma'
  scale: 'major' | 'minor'
}

export type ParsedMoney = { minor: number } | { problem: string }

const symbols: Readonly<Record<string, readonly string[]>> = {
  '£': ['GBP'],
  '€': ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
}

/** The currency that a symbol or code means to a team with this currency; `undefined` for any other text. */
export function currencyOf(symbol: string, own: string): string | undefined {
  const meant = symbols[symbol] ?? (/^[A-Z]{3}$/.test(symbol) ? [symbol] : [])
  return meant.includes(own) ? own : meant[0]
}

/**
 * An amount as files write it: `$1,600.00`, `1 600,00`, `5175`. The column decides what the digits mean; nothing is
 * guessed from the amount.
 */
export function parseMoney(text: string, { currency, decimal, scale }: MoneyFormat): ParsedMoney {
  const symbol = /[£€$]|[A-Z]{3}/.exec(text)?.[0]
  if (symbol !== undefined && !(symbols[symbol] ?? [symbol]).includes(currency))
    return { problem: `"${text}" is not in ${currency}, the currency of this row` }
  const plain = text.replace(symbol ?? '', '').trim()
  const digits = decimal === 'point' ? pointForm(plain) : commaForm(plain)
  if (digits === undefined) {
    const other = decimal === 'point' ? 'comma' : 'point'
    const isOther = (decimal === 'point' ? commaForm(plain) : pointForm(plain)) !== undefined
    return {
      problem: isOther
        ? `"${text}" is written with a decimal ${other}; the profile says decimal ${decimal}`
        : `"${text}" is not an amount`,
    }
  }
  if (scale === 'minor' && digits.includes('.'))
    return { problem: `"${text}" has decimals, but the profile says that this column is in minor units` }
  const parsed = parseDecimal(digits, scale === 'minor' ? 0 : 2)
  if (parsed.ok) return { minor: parsed.minor }
  return {
    problem:
      parsed.reason === 'too_many_decimals'
        ? `"${text}" has more than two decimals`
        : `"${text}" is not an amount that can be used`,
  }
}

/** 1,600.00 and 1 600.00 as 1600.00; `undefined` for anything else. */
function pointForm(text: string): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text
  return /^\d{1,3}(?:[, \u00A0\u202F']\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(/[, \u00A0\u202F']/g, '')
    : undefined
}

/** 1 600,00 and 1.600,00 as 1600.00. */
function commaForm(text: string): string | undefined {
  if (/^\d+(?:,\d+)?$/.test(text)) return text.replace(',', '.')
  return /^\d{1,3}(?:[. \u00A0\u202F']\d{3})+(?:,\d+)?$/.test(text)
    ? text.replaceAll(/[. \u00A0\u202F']/g, '').replace(',', '.')
    : undefined
}
