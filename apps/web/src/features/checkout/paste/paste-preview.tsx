import { attendeeLabel, type AttendeeField } from '@terrace/domain/people/attendee-details'
import { formatDate } from '@terrace/domain/time/dates'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Cell, Column, Row, Table, TableHeader } from '#web/ui/data-display/table.tsx'
import { Notice } from '#web/ui/layout/panel.tsx'
import type { PastedTable } from './pasted-table.ts'
import type { PastedCell, PastedTicket } from './pasted-values.ts'

interface PastePreviewProps {
  table: PastedTable
  tickets: readonly PastedTicket[]
  ticketCount: number
  fields: readonly AttendeeField[]
}

/** Preview of the pasted cells with their errors. */
export function PastePreview({ table, tickets, ticketCount, fields }: PastePreviewProps) {
  const { columns } = table
  const shown = columns.flatMap(({ field }) => field ?? [])
  if (tickets.length === 0 || shown.length === 0) {
    return (
      <Notice tone="signal">No rows found. Copy the cells of your spreadsheet and paste them above.</Notice>
    )
  }
  return (
    <section aria-label="Preview" className="space-y-3">
      <Findings table={table} tickets={tickets} ticketCount={ticketCount} fields={fields} />
      <div className="thin-scroll -mx-6 overflow-x-auto border-y border-line">
        <Table label="Attendees to fill in">
          <TableHeader>
            <Column>Ticket</Column>
            {shown.map((field) => (
              <Column key={field}>{attendeeLabel(field)}</Column>
            ))}
          </TableHeader>
          <tbody>
            {tickets.map(({ cells }, ticket) => (
              <Row key={ticket}>
                <Cell className="tabular align-top text-muted">{ticket + 1}</Cell>
                {cells.map((cell) => (
                  <PreviewCell key={cell.field} cell={cell} />
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function PreviewCell({ cell: { field, value, problem } }: { cell: PastedCell }) {
  return (
    <Cell className="align-top whitespace-nowrap">
      {field === 'date_of_birth' ? (formatDate(value) ?? value) : value}
      {problem !== null && (
        <span className="block text-xs font-medium whitespace-normal text-danger">
          {field === 'date_of_birth' ? problem.replace('1990-12-24', '24-12-1990') : problem}
        </span>
      )}
    </Cell>
  )
}

/** Summary of ignored columns and rows, missing columns, and the number of errors. */
function Findings({ table, tickets, ticketCount, fields }: PastePreviewProps) {
  const { columns, rows, hasHeader } = table
  const ignored = columns.filter(({ field }) => field === null).map(({ heading }) => heading)
  const missing = fields.filter((field) => !columns.some((column) => column.field === field))
  const problemCount = tickets.flatMap(({ cells }) => cells).filter(({ problem }) => problem !== null).length
  const surplus = rows.length - tickets.length
  const findings = [
    ...(hasHeader ? [] : ['No headings found. Columns are taken in the order above.']),
    ...(surplus > 0
      ? [
          `${surplus} more ${surplus === 1 ? 'row' : 'rows'} than tickets. Only the first ${formatTickets(ticketCount)} are filled in.`,
        ]
      : []),
    ...(rows.length < ticketCount
      ? [`${formatTickets(ticketCount - rows.length)} without a row. They stay as they are.`]
      : []),
    ...(ignored.length > 0 ? [`Ignored columns: ${ignored.join(', ')}.`] : []),
    ...(missing.length > 0
      ? [`Missing columns: ${missing.map((field) => attendeeLabel(field)).join(', ')}.`]
      : []),
    ...(problemCount > 0
      ? [
          `${problemCount} ${problemCount === 1 ? 'cell needs' : 'cells need'} attention. Correct them above, or in the form afterwards.`,
        ]
      : []),
  ]
  if (findings.length === 0) return null
  return (
    <div role="status">
      <Notice tone={problemCount > 0 ? 'signal' : 'neutral'}>{findings.join('\n')}</Notice>
    </div>
  )
}
