import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

export interface IssueReport {
  id: string
  lineId: string
  kind: string
  text: string
  reportedAt: Date
  reportedBy: string
}

export async function insertReport(
  tx: Tx,
  report: { reportId: string; lineId: string; accountId: string; kind: string; text: string },
): Promise<void> {
  await tx
    .insertInto('issue_reports')
    .values({
      id: report.reportId,
      line_id: report.lineId,
      account_id: report.accountId,
      kind: report.kind,
      text: report.text,
    })
    .execute()
}

/** How often something was reported of the line within a day. */
export async function countReportsOfDay(tx: Tx, lineId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('issue_reports')
    .where('line_id', '=', lineId)
    .where('reported_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findReport(db: Reader, id: string): Promise<IssueReport> {
  return await select(db).where('r.id', '=', id).executeTakeFirstOrThrow()
}

/** What was reported of an order's lines, the oldest first. */
export async function readIssueReports(db: Reader, orderId: string): Promise<IssueReport[]> {
  return await select(db).where('l.order_id', '=', orderId).orderBy('r.reported_at').execute()
}

function select(db: Reader) {
  return db
    .selectFrom('issue_reports as r')
    .innerJoin('order_lines as l', 'l.id', 'r.line_id')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select([
      'r.id',
      'r.line_id as lineId',
      'r.kind',
      'r.text',
      'r.reported_at as reportedAt',
      sql<string>`a.first_name || ' ' || a.last_name`.as('reportedBy'),
    ])
}
