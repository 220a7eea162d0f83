import type { RecordedSecurityEvent } from '../audit/audit.repo.ts'
import { readSecurityEvents } from '../audit/audit.repo.ts'
import type { Db } from '../db/client.ts'

/** What `admin audit` is asked for. */
export interface AuditWish {
  username: string | undefined
  kind: string | undefined
  address: string | undefined
  since: Date | undefined
  limit: number
  isJson: boolean
}

/** The options of `audit`, or in words what is wrong with them. `now` is what `24h` counts from. */
export function readAuditWish(
  values: {
    account?: string | undefined
    kind?: string | undefined
    address?: string | undefined
    since?: string | undefined
    limit?: string | undefined
    json?: boolean | undefined
  },
  now: Date,
): AuditWish | string {
  const { since: from, limit = '100' } = values
  const since = from === undefined ? undefined : momentOf(from, now)
  if (since === null) return '--since: must be a day such as 2026-11-20, a time, or a span such as 24h or 7d'
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1) return '--limit: must be a whole number from 1 to 99999'
  const { account: username, kind, address, json = false } = values
  return { username, kind, address, since, limit: Number(limit), isJson: json }
}

function momentOf(text: string, now: Date): Date | null {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? []
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * (unit === 'h' ? 1 : 24) * 3_600_000)
  const moment = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(text) ? new Date(text) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/** The chosen part of the audit log: a line for each record, the newest last; as JSON lines where that is asked for. */
export async function printAudit(db: Db, { isJson, ...filter }: AuditWish): Promise<string> {
  const records = await readSecurityEvents(db, filter)
  if (records.length === 0 && !isJson) return 'Nothing is recorded that fits'
  return records.map(isJson ? (record) => JSON.stringify(record) : lineOf).join('\n')
}

function lineOf(record: RecordedSecurityEvent): string {
  const { at, kind, actor, account, teamId, sessionId, address, userAgent, facts } = record
  const whose = account === actor ? [] : [account && `of ${account}`]
  const told = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  const parts = [
    at.toISOString(),
    kind.padEnd(26),
    actor ?? '-',
    ...whose,
    teamId,
    sessionId,
    `from ${address}`,
    ...told,
    userAgent && `"${userAgent}"`,
  ]
  return printable(parts.filter(Boolean).join('  '))
}

/** What strangers sent must not move the cursor or colour the operator's terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
