import type { WireHeldEvent } from '@terrace/contracts/inventory-import-rows'
import { formatEventDate } from '@terrace/domain/time/dates'
import { useState } from 'react'
import { counted } from '#web/features/inventory/texts.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { RequestEventButton } from './request-event-button.tsx'

interface HeldEventProps {
  importId: string
  event: WireHeldEvent
  isExpanded: boolean
  onExpand: () => void
  onUse: (eventId: number) => void
  onSkip: () => void
  onOther: () => void
}

type Candidate = WireHeldEvent['candidates'][number]

const when = (candidate: Candidate) =>
  formatEventDate({ local: candidate.local_at, timeConfirmed: true, dateConfirmed: true }) ?? ''

/** An event of the file that is not known, with the events that it could be. */
export function HeldEvent(props: HeldEventProps) {
  const { event, isExpanded, onExpand, onUse } = props
  const [best] = event.candidates
  if (isExpanded) return <Expanded {...props} />
  return (
    <div data-held-event className="flex items-center gap-2 px-5 py-2.5 text-sm max-sm:px-4">
      <button
        type="button"
        aria-expanded={false}
        className="flex min-w-0 flex-1 items-center gap-2 rounded text-left max-sm:min-h-10"
        onClick={onExpand}
      >
        <ChevronRightIcon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{nameOf(event)}</span>
          <span className="block truncate text-xs text-muted">
            {best ? `${best.title}, ${when(best)} · ${best.score}%` : 'No similar event'}
          </span>
        </span>
      </button>
      <span className="tabular shrink-0 text-xs text-muted">{counted(event.rows, 'row')}</span>
      {best && (
        <ExplainedButton
          reason={refusal('list')}
          size="sm"
          aria-label={`Use ${best.title} for ${nameOf(event)}`}
          onPress={() => onUse(best.event_id)}
        >
          Use
        </ExplainedButton>
      )}
    </div>
  )
}

const nameOf = (event: WireHeldEvent) => event.name || event.foreign_id || 'Event without a name'

function Expanded({ importId, event, onUse, onSkip, onOther }: HeldEventProps) {
  const [chosen, setChosen] = useState(String(event.candidates[0]?.event_id ?? ''))
  const facts = [[event.day, event.time].filter(Boolean).join(' '), event.venue, linesOf(event)]
  return (
    <div data-held-event className="px-5 py-3 text-sm max-sm:px-4">
      <div className="flex items-start justify-between gap-3 rounded bg-sunken px-3 py-2">
        <p className="min-w-0">
          <span className="block font-medium [overflow-wrap:anywhere]">{nameOf(event)}</span>
          <span className="tabular block text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>
        </p>
        <p className="tabular shrink-0 text-xs font-semibold">{counted(event.rows, 'row')}</p>
      </div>
      {event.candidates.length > 0 ? (
        <RadioGroup
          label={`What ${nameOf(event)} is`}
          value={chosen}
          onChange={setChosen}
          className="mt-2 space-y-0.5"
        >
          {event.candidates.map((candidate) => (
            <Radio
              key={candidate.event_id}
              value={String(candidate.event_id)}
              className="flex cursor-pointer items-center gap-3 rounded px-3 py-1.5 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <span
                aria-hidden
                className="size-3.5 shrink-0 rounded-full border border-line-strong peer-checked:border-4 peer-checked:border-accent"
              />
              <CandidateTexts candidate={candidate} event={event} />
            </Radio>
          ))}
        </RadioGroup>
      ) : (
        <p className="mt-2 px-3 text-xs text-muted">
          No event near this date has a similar name. Find it by name, or skip its rows.
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        {chosen !== '' && (
          <ExplainedButton
            reason={refusal('list')}
            size="sm"
            className="border-accent text-accent"
            onPress={() => onUse(Number(chosen))}
          >
            Use for {counted(event.rows, 'row')}
          </ExplainedButton>
        )}
        <ExplainedButton
          reason={refusal('list')}
          size="sm"
          tone={chosen === '' ? 'secondary' : 'quiet'}
          onPress={onOther}
        >
          Another event
        </ExplainedButton>
        <ExplainedButton reason={refusal('list')} size="sm" tone="quiet" onPress={onSkip}>
          Skip rows
        </ExplainedButton>
        <RequestEventButton importId={importId} eventKey={event.key} />
      </div>
    </div>
  )
}

function CandidateTexts({ candidate, event }: { candidate: Candidate; event: WireHeldEvent }) {
  const { differs, score } = candidate
  const said = [
    differs.includes('day') && event.day,
    differs.includes('time') && event.time,
    differs.includes('venue') && event.venue,
  ].filter((text) => typeof text === 'string' && text !== '')
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{candidate.title}</span>
        <span className="tabular block text-xs text-muted">
          {when(candidate)} · {candidate.venue}
          {said.length > 0 && <span className="text-signal"> · file says {said.join(', ')}</span>}
        </span>
      </span>
      <span aria-hidden className="h-1 w-10 shrink-0 overflow-hidden rounded-full bg-ink/10">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
      </span>
      <span className="tabular w-10 shrink-0 text-right text-xs whitespace-nowrap">{score}%</span>
    </>
  )
}

const linesOf = ({ first_line: first, last_line: last }: WireHeldEvent) =>
  first === last ? `line ${first}` : `lines ${first}–${last}`
