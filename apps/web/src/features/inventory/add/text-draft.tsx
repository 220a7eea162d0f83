import type { WireTextDraft } from '@terrace/contracts/inventory-drafts'
import { DraftEvent } from './draft-event.tsx'
import { DraftMessages } from './draft-messages.tsx'
import { listingFacts } from './draft-texts.ts'
import { MarkedText } from './marked-text.tsx'

interface TextDraftProps {
  draft: WireTextDraft
  /** Why the server did not add it. */
  rejection: string | null
  onChoose: (eventId: number) => void
  /** A person chose its event. */
  isChosen: boolean
}

/** One typed line: its marked parts, its event, what would be added, and what is missing or was assumed. */
export function TextDraft({ draft, rejection, onChoose, isChosen }: TextDraftProps) {
  const { is_heading: isHeading, event } = draft
  const problems = isHeading
    ? draft.problems.filter(({ field }) => field === 'event' && !event)
    : draft.problems
  return (
    <li className="space-y-1 rounded border border-line bg-surface px-3 py-2">
      <MarkedText draft={draft} />
      <DraftEvent
        draft={draft}
        onChoose={onChoose}
        remember={isChosen ? { from: 'text', name: draft.event_key } : null}
      />
      {isHeading ? (
        event && <p className="text-xs text-muted">For the lines below.</p>
      ) : (
        <p className="tabular text-sm">{listingFacts(draft).join(' · ')}</p>
      )}
      <DraftMessages problems={problems} notices={isHeading ? [] : draft.notices} rejection={rejection} />
    </li>
  )
}
