import { catch as orElse, z } from 'zod/mini'
import { optionalParam } from '#web/lib/url/search-params.ts'

/** Parameters of the month view in a URL; the list has none of them but the month, which filters some lists. */
export const monthParams = {
  view: optionalParam(z.literal('month')),
  month: optionalParam(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  /** The day whose events are listed. */
  day: optionalParam(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))),
}

const monthAddress = orElse(z.object(monthParams), {})

export type MonthAddress = z.output<typeof monthAddress>

/** Parses a URL query that no schema has checked; invalid values are ignored. */
export const readMonthAddress = (address: Readonly<Record<string, unknown>>): MonthAddress =>
  monthAddress.parse(address)

/** Changes the view; the list starts without the month's parameters. */
export const addressOfView = (view: 'list' | 'month'): MonthAddress =>
  view === 'month' ? { view } : { view: undefined, month: undefined, day: undefined }
