import { attendeeFields, attendeeLabel } from '@terrace/domain/attendee-details'
import { useState, type ReactNode } from 'react'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { issueText, statusLook, type WholeLine } from './order-texts.ts'

/** What of a line is read now and then: who goes in, what happened, what was reported. */
export function LineFacts({ line }: { line: WholeLine }) {
  const { attendees, history, reports } = line
  return (
    <div className="space-y-1">
      {attendees.length > 0 && (
        <Fold title={attendees.length === 1 ? '1 attendee' : `${attendees.length} attendees`}>
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
        </Fold>
      )}
      {reports.length > 0 && (
        <Fold title={reports.length === 1 ? '1 report' : `${reports.length} reports`}>
          <ul className="space-y-2">
            {reports.map(({ id, kind, text, reported_at, reported_by }) => (
              <li key={id}>
                <p className="font-medium">{issueText(kind)}</p>
                <p className="break-words whitespace-pre-line">{text}</p>
                <p className="tabular text-muted">
                  {onOwnClock(reported_at)} · {reported_by}
                </p>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <Fold title="History">
        <ol className="space-y-2">
          {history.map(({ to, at, who, why }) => (
            <li key={`${at} ${to}`}>
              <p>
                <span className="font-medium">{statusLook(to).label}</span>
                <span className="tabular text-muted"> · {onOwnClock(at)}</span>
              </p>
              <p className="text-muted">
                {who}
                {why !== '' && `: ${why}`}
              </p>
            </li>
          ))}
        </ol>
      </Fold>
    </div>
  )
}

function fieldText(field: string): string {
  const known = attendeeFields.find((name) => name === field)
  return known === undefined ? field : attendeeLabel(known)
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group text-xs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer max-sm:min-h-10 items-center gap-1 rounded-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-90"
        />
        {title}
      </summary>
      {isOpen && <div className="pt-1 pb-2 pl-5">{children}</div>}
    </details>
  )
}
