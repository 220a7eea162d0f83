export type DateOrder = 'day-month' | 'month-day'

/**
 * How the locale writes 3/4: day or month first. `undefined` when it does not say: English without a region is written
 * both ways.
 */
export function dateOrderOf(locale: string | undefined): DateOrder | undefined {
  if (locale === undefined) return undefined
  try {
    const { language, region } = new Intl.Locale(locale)
    if (language === 'und' || (language === 'en' && region === undefined)) return undefined
    const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
      .formatToParts(0)
      .map(({ type }) => type)
    return parts.indexOf('day') < parts.indexOf('month') ? 'day-month' : 'month-day'
  } catch {
    // An unknown locale decides nothing.
    return undefined
  }
}
