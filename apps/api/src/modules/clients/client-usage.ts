import { clientUnusedMonths } from '@terrace/contracts/clients'
import type { Client } from './client.ts'

/** Clients last used before this time are proposed for deletion. */
export function unusedSince(now: Date): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - clientUnusedMonths)
  return date
}

export const isUnused = ({ lastUsedAt }: Pick<Client, 'lastUsedAt'>, now: Date): boolean =>
  lastUsedAt < unusedSince(now)
