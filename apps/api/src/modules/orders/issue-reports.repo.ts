import type { IssueKind } from '@terrace/domain/tickets/issue-kinds'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface IssueReport {
  id: string
  lineId: string
  kind: IssueKind
  text: string
  reportedAt: Date
  reportedBy: string
}

export async function insertReport(
  tx: Tx,
  report: { reportId: string; lineId: string; accountId: string; kind: IssueKind; text: string },
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

/** Reports of this line in the past 24 hours. */
export async function countReportsToday(tx: Tx, lineId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('issue_reports')
    .where('line_id', '=', lineId)
    .where('reported_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findReport(db: DbOrTx, id: string): Promise<IssueReport> {
  return await selectReports(db).where('r.id', '=', id).executeTakeFirstOrThrow()
}

/** Oldest first. */
export async function readIssueReports(db: DbOrTx, orderId: string): Promise<IssueReport[]> {
  return await selectReports(db).where('l.order_id', '=', orderId).orderBy('r.reported_at').execute()
}

function selectReports(db: DbOrTx) {
  return db
    .selectFrom('issue_reports as r')
    .innerJoin('order_lines as l', 'l.id', 'r.line_id')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select([
      'r.id',
      'r.line_id as lineId',
      sql<IssueKind>`r.kind`.as('kind'),
      'r.text',
      'r.reported_at as reportedAt',
      'a.full_name as reportedBy',
    ])
}
