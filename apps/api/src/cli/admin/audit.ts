import type { RecordedSecurityEvent } from '#api/audit/audit.repo.ts'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Db } from '#api/db/client.ts'
import { printable } from '#api/shared/text/printable.ts'

/** Filters of `admin audit`. */
export interface AuditQuery {
  username: string | undefined
  kind: string | undefined
  teamId: string | undefined
  ipAddress: string | undefined
  since: Date | undefined
  limit: number
  isJson: boolean
}

/** Parses the options of `audit`; returns an error message if they are invalid. `24h` counts back from `now`. */
export function parseAuditQuery(
  values: {
    account?: string | undefined
    kind?: string | undefined
    team?: string | undefined
    'ip-address'?: string | undefined
    since?: string | undefined
    limit?: string | undefined
    json?: boolean | undefined
  },
  now: Date,
): AuditQuery | string {
  const { since: from, limit = '100' } = values
  const since = from === undefined ? undefined : timestampOf(from, now)
  if (since === null)
    return '--since: must be a date such as 2026-11-20, a timestamp, or a duration such as 24h or 7d'
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1) return '--limit: must be a whole number from 1 to 99999'
  const { account: username, kind, team: teamId, 'ip-address': ipAddress, json = false } = values
  return { username, kind, teamId, ipAddress, since, limit: Number(limit), isJson: json }
}

function timestampOf(text: string, now: Date): Date | null {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? []
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * (unit === 'h' ? 1 : 24) * 3_600_000)
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(text) ? new Date(text) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : null
}

/** Matching audit records, one per line with the newest last, or as JSON lines. */
export async function printAudit(db: Db, { isJson, ...filter }: AuditQuery): Promise<string> {
  const records = await readSecurityEvents(db, filter)
  if (records.length === 0 && !isJson) return 'No matching records'
  return records.map(isJson ? (record) => JSON.stringify(record) : lineOf).join('\n')
}

function lineOf(record: RecordedSecurityEvent): string {
  const { at, kind, actor, account, teamId, sessionId, ipAddress, userAgent, details } = record
  const subject = account === actor ? [] : [account && `of ${account}`]
  const detailTexts = Object.entries(details).flatMap(([name, value]) => detailTextsOf(name, value))
  const parts = [
    at.toISOString(),
    kind.padEnd(26),
    actor ?? '-',
    ...subject,
    teamId,
    sessionId,
    `from ${ipAddress}`,
    ...detailTexts,
    userAgent && `"${userAgent}"`,
  ]
  return printable(parts.filter(Boolean).join('  '))
}

/** `before` and `after` contain several values. */
function detailTextsOf(name: string, value: unknown): string[] {
  return value !== null && typeof value === 'object'
    ? Object.entries(value).map(([key, part]) => `${name}.${key}=${String(part)}`)
    : [`${name}=${String(value)}`]
}
