import { formatDate } from '@terrace/domain/time/dates'

/** For example 'ECB rates from 28-02-2031': the date of the rates that prices were converted at. */
export const rateDateText = (date: string): string => `ECB rates from ${formatDate(date) ?? date}`
