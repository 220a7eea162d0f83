import { attendeeFields, attendeeLabel } from '@terrace/domain/people/attendee-details'
import { issueLabel } from '@terrace/domain/tickets/issue-kinds'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Disclosure } from './disclosure.tsx'
import { statusStyle, type FullOrderLine } from './order-texts.ts'

/** The collapsed sections of a line: attendees, reports and history. */
export function LineDetails({ line }: { line: FullOrderLine }) {
  const { attendees, history, reports } = line
  return (
    <div className="space-y-1">
      {attendees.length > 0 && (
        <Disclosure title={attendees.length === 1 ? '1 attendee' : `${attendees.length} attendees`}>
          <ul className="space-y-2">
            {attendees.map(({ ticket, details }) => (
              <li key={ticket}>
                <p className="font-medium">Ticket {ticket}</p>
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
                  {details.map(({ field, value }) => (
                    <div key={field} className="contents">
                      <dt className="text-muted">{fieldText(field)}</dt>
                      <dd className="tabular break-words">{value}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {reports.length > 0 && (
        <Disclosure title={reports.length === 1 ? '1 report' : `${reports.length} reports`}>
          <ul className="space-y-2">
            {reports.map(({ id, kind, text, reported_at, reported_by }) => (
              <li key={id}>
                <p className="font-medium">{issueLabel(kind)}</p>
                <p className="break-words whitespace-pre-line">{text}</p>
                <p className="tabular text-muted">
                  {inViewerTimeZone(reported_at)} · {reported_by}
                </p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Disclosure title="History">
        <ol className="space-y-2">
          {history.map(({ to, at, actor_name, reason }) => (
            <li key={`${at} ${to}`}>
              <p>
                <span className="font-medium">{statusStyle(to).label}</span>
                <span className="tabular text-muted"> · {inViewerTimeZone(at)}</span>
              </p>
              <p className="text-muted">
                {actor_name}
                {reason !== '' && `: ${reason}`}
              </p>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  )
}

function fieldText(field: string): string {
  const known = attendeeFields.find((name) => name === field)
  return known === undefined ? field : attendeeLabel(known)
}
