import type { WireDraft } from '@terrace/contracts/inventory-drafts'
import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'
import { RememberEvent } from './remember-event.tsx'
import { eventDetail } from './draft-texts.ts'

interface DraftEventProps {
  draft: Pick<WireDraft, 'event' | 'event_note' | 'candidates'>
  onChoose: (eventId: number) => void
  /** How a name is remembered for which a person chose this event. */
  remember: { from: 'rows' | 'text'; name: string } | null
}

/** The event of a draft with date and venue, and others that fit, to choose from. */
export function DraftEvent({ draft, onChoose, remember }: DraftEventProps) {
  const { event, candidates, event_note: note } = draft
  const remembered = event && remember && <RememberEvent key={event.id} {...remember} eventId={event.id} />
  if (candidates.length === 0)
    return event ? (
      <>
        <p className="text-sm">
          <span className="font-semibold">{event.title}</span>{' '}
          <span className="text-muted">
            {eventDetail(event)}
            {note !== null && ` · ${note}`}
          </span>
        </p>
        {remembered}
      </>
    ) : null
  const choices = event ? [event, ...candidates] : candidates
  return (
    <>
      <RadioGroup
        label="Event"
        value={String(event?.id ?? '')}
        onChange={(id) => onChoose(Number(id))}
        className="grid gap-1"
      >
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={String(choice.id)}
            className="flex cursor-pointer flex-wrap gap-x-2 rounded border border-line px-2.5 py-1 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <span className="font-semibold">{choice.title}</span>
            <span className="text-muted">{eventDetail(choice)}</span>
          </Radio>
        ))}
      </RadioGroup>
      {note !== null && <p className="mt-1 text-xs text-muted">{note}.</p>}
      {remembered}
    </>
  )
}
